/** Is a picture process that accepts every request and answers none, for child-pictures.unit.test.ts. */
process.on('message', () => undefined)
process.once('disconnect', () => process.exit())
