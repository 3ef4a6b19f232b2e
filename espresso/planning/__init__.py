"""From expressions to a program: lowering, contractions, fusion, buffers, schedules."""
