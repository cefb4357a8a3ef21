/** A picture process that takes every request and answers none. Part of child-pictures.unit.test.ts. */
process.on('message', () => undefined)
process.once('disconnect', () => process.exit())
