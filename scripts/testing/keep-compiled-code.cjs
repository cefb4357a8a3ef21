/*
 * Processes of tests load this file first (compiled-children.ts). Node writes compiled code when a process exits, but these are
 * killed as soon as they have answered.
 */
const { flushCompileCache } = require('node:module')

const { send } = process
if (send)
  process.send = (...parameters) => {
    flushCompileCache()
    return send.apply(process, parameters)
  }
