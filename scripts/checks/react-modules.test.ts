/** The build turns React's files into ES modules (docs/decisions/first-load.md). */
import { expect, test } from 'vitest'
import { asModule } from '../../apps/web/bundling/react-modules.ts'

const file = `"use strict";
var Scheduler = require("scheduler"),
  React = require("react");
exports.now = void 0;
if ("object" === typeof performance) {
  exports.now = function () {
    return performance.now();
  };
}
exports.version = React.version;
exports.age = function (since) {
  return exports.now() - since;
};
`

test('exports and required modules of a CommonJS file become those of an ES module', async () => {
  const code = asModule(file, 'a.js')
    .replace('import * as Scheduler from "scheduler";', '')
    .replace('import * as React from "react";', 'const React = { version: "19" };')
  const made = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>
  expect(Object.keys(made)).toEqual(['age', 'now', 'version'])
  expect(made['version']).toBe('19')
  expect((made['age'] as (since: number) => number)(performance.now() + 1000)).toBeLessThan(0)
})

test.each([
  ['exports as one object', 'module.exports = { a: 1 };'],
  ['no exports', 'var a = 1;'],
  ['a module that is required later', 'exports.a = function () { return require("b"); };'],
  ['exports that are passed on', 'exports.a = 1;\nfill(exports);'],
])('a file with %s stops the build', (_form, code) => {
  expect(() => asModule(code, 'react.js')).toThrow('react.js is not a CommonJS file of the known form')
})
