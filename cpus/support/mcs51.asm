; What stands around an implementation under test on the 8051: the place that a call returns to.
	.module	mote_support
	.globl	_mote_return
	.area	HOME	(CODE)
_mote_return:
	sjmp	_mote_return
