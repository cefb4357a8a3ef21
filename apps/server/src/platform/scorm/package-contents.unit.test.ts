import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLeftover } from '@apogee/domain/archive-names.ts'
import { contentProblem, headBytes } from './package-contents.ts'

const hex = (text: string, bytes = 64) =>
  Buffer.concat([Buffer.from(text.replaceAll(' ', ''), 'hex'), Buffer.alloc(bytes)])
const text = (content: string, encoding: BufferEncoding = 'utf8') => Buffer.from(content, encoding)

const png = hex('89504e470d0a1a0a 0000000d 49484452 00000001 00000001 08060000 00 1f15c489 00000001 49444154')
const jpeg = hex('ffd8ffe0 0010 4a464946 00')
const gif = hex('474946383961 0100 0100 80 00 00 ffffff 000000 2c')
const webp = hex('52494646 24000000 57454250 56503820')
const mp4 = hex('00000018 66747970 6d703432 00000000 6d703432 69736f6d')
const m4a = hex('00000018 66747970 4d344120 00000000 4d344120 69736f6d')
const avif = hex('0000001c 66747970 61766966 00000000 61766966 6d696631')
const webm = hex('1a45dfa3 9f 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08 4282 84 7765626d 4287 81 04')
const frame = 'fffb9064'
const mp3 = hex(frame)
const ogg = hex('4f676753 0002 0000000000000000 00000000 00000000 00000000 01 1e 01766f72626973')
const wav = hex('52494646 24000000 57415645 666d7420')
const zip = (name: string) =>
  Buffer.concat([
    Buffer.from('504b0304 1400 0000 0800'.replaceAll(' ', ''), 'hex'),
    Buffer.alloc(16),
    Buffer.from([name.length, 0, 0, 0]),
    Buffer.from(name),
    Buffer.alloc(32),
  ])
const entries = (...names: string[]) => Buffer.concat(names.map(zip))
const compound = hex('d0cf11e0a1b11ae1')
const eot = Buffer.concat([Buffer.alloc(34, 1), Buffer.from('LP'), Buffer.alloc(40)])
const pe = Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(60), Buffer.from('PE\0\0')])

describe('what authoring tools write passes', () => {
  test.each([
    ['story.html', text('<!DOCTYPE html><title>Cerita</title>')],
    ['INDEX.HTM', text('\uFEFF<html>')],
    ['lib/player.min.js', text('var ftypes={};var free=1', 'latin1')],
    ['lib/old.js', text('var caf\u00e9 = "\u00e9"', 'latin1')],
    ['lib/control.js', text('x=/[\u0001-\u001f\u007f]/')],
    ['data.xml', text('\uFEFF<?xml version="1.0"?><a/>', 'utf16le')],
    ['no-mark.xml', text('<?xml version="1.0"?><a/>', 'utf16le')],
    ['ended.xml', text('<a/>\0')],
    ['adlcp_rootv1p2.xsd', text('<xsd:schema/>')],
    ['XMLSchema.dtd', text('<!ENTITY % p "">')],
    ['pie.htc', text('<public:component>')],
    ['theme.less', text('@a: 1;')],
    ['lang/ms.properties', text('a=b')],
    ['captions.vtt', text('WEBVTT')],
    ['captions.srt', text('1\n00:00')],
    ['notes.txt', text('BMW and MZ and PK')],
    ['MZ.txt', text('MZ is how this text begins')],
    ['icon.svg', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['server.js', text('#!/usr/bin/env node\n1')],
    ['a.png', png],
    ['a.PNG', png],
    ['really-a.jpg', png],
    ['a.jpeg', jpeg],
    ['a.gif', gif],
    ['a.webp', webp],
    ['a.avif', avif],
    ['a.bmp', hex('424d 46000000')],
    ['favicon.ico', hex('00000100 0100 1010')],
    ['hand.cur', hex('00000200 0100 1010')],
    ['a.mp4', mp4],
    ['fragment.mp4', hex('00000010 7374797 06d736468'.replaceAll(' ', ''))],
    ['a.m4a', m4a],
    ['a.webm', webm],
    ['a.mp3', mp3],
    ['padded.mp3', hex(`0000000000000000${frame}`)],
    ['tagged.mp3', hex('494433 0300 00 00017f7f')],
    ['tagged-and-padded.mp3', hex(`494433 0300 00 0000000a ${'00'.repeat(610)} ${frame}`)],
    ['scan.tif', hex('49492a00 00001000', 4092)],
    ['scan-of-a-mac.tiff', hex('4d4d002a 00100000', 4092)],
    ['preview.mov', hex('00000014 706e6f74')],
    ['printed.pdf', text('\u001b%-12345X@PJL JOB\r\n%PDF-1.4\n')],
    ['book.epub', entries('META-INF/', 'META-INF/container.xml')],
    ['handout', Buffer.concat([text('%PDF-1.4\n'), Buffer.alloc(8), text('x')])],
    ['assets/deck', zip('[Content_Types].xml')],
    ['a.ogg', ogg],
    ['a.wav', wav],
    ['a.woff', hex('774f4646 74727565')],
    ['a.woff2', hex('774f4632 00010000')],
    ['a.ttf', hex('00010000 0012')],
    ['mac.ttf', hex('74727565 0012')],
    ['a.otf', hex('4f54544f 0012')],
    ['a.eot', eot],
    ['a.pdf', text('%PDF-1.4\n')],
    ['a.docx', zip('[Content_Types].xml')],
    ['a.pptx', zip('_rels/.rels')],
    ['locked.xlsx', compound],
    ['a.doc', compound],
    ['page.doc', text('{\\rtf1')],
    ['exercise.zip', zip('one.txt')],
    ['empty.zip', hex('504b0506')],
    ['content.h5p', zip('h5p.json')],
    ['a.wasm', hex('0061736d 01000000')],
    ['old.swf', hex('435753 06')],
    ['board.unity3d', hex('556e697479')],
    ['jquery-1.9', hex('00ff00ff')],
    ['LICENSE', text('MIT')],
    ['.htaccess', text('Options -Indexes')],
    ['assets/picture', png],
    ['assets/video', mp4],
    ['empty.png', Buffer.alloc(0)],
    ['empty', Buffer.alloc(0)],
  ])('%s', async (path, head) => {
    expect(await contentProblem(path, head)).toBeNull()
  })
})

describe('what is not what its name says is refused', () => {
  test.each([
    ['page.html', png],
    ['app.js', hex('00ff00ff')],
    ['data.json', zip('one.txt')],
    ['icon.svg', gif],
    ['a.png', text('<!doctype html><script>alert(1)</script>')],
    ['a.jpg', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a.gif', mp4],
    ['a.ico', text('<html>')],
    ['a.mp4', text('<html>')],
    ['a.mp4', Buffer.alloc(4096, 7)],
    ['a.mp3', png],
    ['a.mp3', hex('fffff0ff')],
    ['a.woff2', text('<html>')],
    ['a.eot', text('short')],
    ['a.pdf', text('<html>%PDF-1.4')],
    ['a.pdf', text('\uFEFF\n<html>%PDF-1.4')],
    ['a.pdf', Buffer.concat([Buffer.alloc(1024, 'x'), text('%PDF-1.4')])],
    ['a.docx', text('<html>')],
    ['a.zip', text('<html>')],
    ['a.doc', png],
    ['a.wasm', text('<html>')],
    ['assets/thing', hex('00ff00ff')],
    ['.profile', hex('00ff00ff')],
  ])('%s', async (path, head) => {
    expect(await contentProblem(path, head)).toBe('other-content')
  })
})

describe('a program is refused', () => {
  test.each([
    ['setup.exe', text('hello')],
    ['SETUP.EXE', Buffer.alloc(0)],
    ['start.bat', text('@echo off')],
    ['run.cmd', text('x')],
    ['install.sh', text('x')],
    ['a.ps1', text('x')],
    ['a.vbs', text('x')],
    ['a.hta', text('<html>')],
    ['a.lnk', text('x')],
    ['a.jar', zip('a')],
    ['a.apk', zip('a')],
    ['a.msi', compound],
    ['picture.png', pe],
    ['page.html', pe],
    ['data.bin', pe],
    ['LICENSE', hex('7f454c46 02')],
    ['data.dat', hex('cffaedfe')],
    ['data.dat', hex('cafebabe 00000002')],
    ['data.dat', hex('4c000000 01140200 00')],
    ['data.dat', hex('6465780a 30333500')],
    ['readme.txt', text('#!/bin/sh\nrm -r /')],
    ['README', text('#!/usr/bin/env bash\n')],
    ['exercise.zip', zip('META-INF/MANIFEST.MF')],
    ['exercise.zip', zip('AndroidManifest.xml')],
    ['exercise.zip', entries('META-INF/', 'META-INF/MANIFEST.MF')],
  ])('%s', async (path, head) => {
    expect(await contentProblem(path, head)).toBe('program')
  })
})

test('the beginning of a whole video is enough', async () => {
  const file = join(import.meta.dirname, '../../../../../content/demo-school/media/git-snapshots.mp4')
  const head = (await readFile(file)).subarray(0, headBytes)
  expect(await contentProblem('clip.mp4', head)).toBeNull()
  expect(await contentProblem('page.html', head)).toBe('other-content')
})

test.each([
  ['__MACOSX/lesson/._a.png', true],
  ['lesson/._a.png', true],
  ['lesson/.DS_Store', true],
  ['Thumbs.db', true],
  ['lesson/desktop.ini', true],
  ['lesson/~$handout.docx', true],
  ['lesson/a.png', false],
  ['lesson/__MACOSX.js', false],
])('whether a system has left %s behind: %s', (path, isLeft) => {
  expect(isLeftover(path)).toBe(isLeft)
})
