/** This picture process accepts every request and answers none. child-pictures.unit.test.ts uses it. */
process.on('message', () => undefined)
process.once('disconnect', () => process.exit())
