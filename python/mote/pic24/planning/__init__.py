"""The parts of the hardware's plan.

`stages` decides what belongs to decode, `operation` what the step's operation is and works on;
`terms` has a step's expressions as each stage sees them, `steps` puts them on the `buses`;
`pipeline` and `units` give registers between the stages and shared units to those that need them
at a time (`choices`).  mote.pic24.plan joins them.
"""
