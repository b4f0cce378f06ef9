; What stands around an implementation under test on the 8051: the place that a call returns to.
	.module	mote_support
	.globl	_mote_return
; The areas that SDCC's linker command places, for objects that lack them.
	.area	DSEG	(DATA)
	.area	OSEG	(OVR,DATA)
	.area	ISEG	(DATA)
	.area	BSEG	(BIT)
	.area	PSEG	(PAG,XDATA)
	.area	XSEG	(XDATA)
	.area	HOME	(CODE)
_mote_return:
	sjmp	_mote_return
