// Defines the style of slides and paper: the ink scale, hairlines, Mona Sans and a single yellow mark.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/mona-sans/files/mona-sans-latin-wdth-normal.woff2',
)

/** The font is inside the page because a page without an address may not load files. */
const fontFace = `@font-face { font-family: 'Mona Sans'; font-weight: 200 900; font-stretch: 75% 125%;
  src: url(data:font/woff2;base64,${readFileSync(fontFile).toString('base64')}) format('woff2'); }`

const shared = `
* { box-sizing: border-box; margin: 0; }
body { font-family: 'Mona Sans', sans-serif; color: var(--text); }
h1, h2, h3 { font-weight: 600; font-stretch: 112%; letter-spacing: -0.012em; text-wrap: balance; }
code, pre { font-family: 'DejaVu Sans Mono', monospace; }
[data-tone='text'] { color: var(--text); } [data-tone='dim'] { color: var(--dim); } [data-tone='ice'] { color: var(--ice); }
[data-tone='leaf'] { color: var(--leaf); } [data-tone='ember'] { color: var(--ember); } [data-tone='rust'] { color: var(--rust); }
[data-fill='text'] { fill: var(--text); } [data-fill='dim'] { fill: var(--dim); } [data-fill='ice'] { fill: var(--ice); }
[data-fill='leaf'] { fill: var(--leaf); } [data-fill='ember'] { fill: var(--ember); } [data-fill='rust'] { fill: var(--rust); }
[data-stroke='text'] { stroke: var(--text); } [data-stroke='dim'] { stroke: var(--line); } [data-stroke='ice'] { stroke: var(--ice); }
[data-stroke='leaf'] { stroke: var(--leaf); } [data-stroke='ember'] { stroke: var(--ember); } [data-stroke='rust'] { stroke: var(--rust); }
.drawing { display: block; width: 100%; overflow: visible; }
.drawing text { font-family: 'Mona Sans', sans-serif; }
.box { fill: var(--surface); stroke-width: 2; } ellipse.box { fill: none; }
.on-solid { fill: var(--on-solid); }
.drawn, .dashed, .head, .axis { fill: none; }
.dashed { stroke-dasharray: 3 9; stroke-linecap: round; }
.axis { stroke: var(--line); stroke-width: 2; }
.mark { fill: none; stroke: var(--ice); stroke-width: 2.5; stroke-opacity: var(--m, 0); }
.code .line { display: block; white-space: pre; border-radius: 6px; }
.code b { color: var(--ice); font-weight: 400; } .code i { color: var(--leaf); font-style: normal; } .code em { color: var(--dim); font-style: normal; }
table { border-collapse: collapse; }
th { text-align: left; font-weight: 500; color: var(--dim); }
.figure { text-align: right; }
.bar svg { display: block; }
`

/** A slide is 1280 × 720. Important content stays above y = 600, because a player puts captions and controls below. */
export const slideStyle = `${fontFace}${shared}
:root { --page: #0a0e16; --surface: #0f151f; --text: #ebeff4; --dim: #aeb9c8; --line: #66758e; --ice: #8fc4ff;
  --leaf: #71d6a8; --ember: #ffab70; --rust: #ff938a; --on-solid: #0a0e16; --hair: #2d3a4f; --orbit: #1f2939; }
html, body { width: 1280px; height: 720px; overflow: hidden; background: var(--page); }
[data-at] { opacity: var(--v, 1); translate: 0 calc((1 - var(--v, 1)) * 12px); }
[data-at].drawn { opacity: 1; translate: none; stroke-dasharray: 1 1; stroke-dashoffset: calc(1 - var(--v, 1)); }
tr[data-at], td [data-at] { translate: none; }
[data-at] .grow { transform: scaleX(var(--v, 1)); }
.code [data-mark], tr[data-mark], td[data-mark], .column[data-mark] {
  background: rgb(143 196 255 / calc(var(--m, 0) * 0.16)); box-shadow: inset 0 0 0 2px rgb(143 196 255 / var(--m, 0)); }
.sky { position: absolute; inset: 0; width: 1280px; height: 720px; }
.sky * { fill: none; stroke: var(--orbit); stroke-width: 1.25; }
.sky .star { fill: #2d3a4f; stroke: none; }
.course { position: absolute; left: 80px; top: 42px; display: flex; gap: 14px; align-items: center; font-size: 23px; color: var(--dim); }
.course svg { width: 34px; height: 34px; }
section { position: absolute; inset: 0; opacity: var(--in, 1); }
section[hidden] { display: none; }
h2 { position: absolute; left: 80px; top: 88px; width: 1120px; font-size: 44px; line-height: 1.15; }
.area { position: absolute; left: 80px; top: 170px; width: 1120px; height: 430px; display: flex; flex-direction: column; justify-content: center; }
.opening .area { top: 190px; height: 340px; }
.opening h1 { font-size: 72px; line-height: 1.08; max-width: 980px; }
.opening p { margin-top: 28px; font-size: 30px; color: var(--dim); }
.points { list-style: none; padding: 0; display: grid; gap: 26px; }
.points li { font-size: 36px; line-height: 1.25; padding-left: 44px; position: relative; }
.points li::before { content: ''; position: absolute; left: 0; top: 0.62em; width: 22px; border-top: 2px solid var(--line); }
.points small { display: block; margin-top: 6px; font-size: 27px; color: var(--dim); }
.statement p { font-size: 62px; font-weight: 600; font-stretch: 112%; letter-spacing: -0.02em; line-height: 1.12; text-wrap: balance; }
.statement small { display: block; margin-top: 22px; font-size: 31px; line-height: 1.35; color: var(--dim); }
.code { font-size: 31px; line-height: 1.62; width: fit-content; } .code .line { padding: 0 16px; margin-left: -16px; width: fit-content; min-width: calc(100% + 32px); }
table { font-size: 29px; width: 100%; } th { font-size: 25px; padding: 8px 18px; border-bottom: 1.5px solid var(--line); }
td { padding: 11px 18px; border-bottom: 1px solid var(--hair); }
.bars { display: grid; gap: 24px; }
.bar { display: grid; grid-template-columns: 300px 1fr 190px; gap: 24px; align-items: center; font-size: 29px; }
.bar svg { width: 100%; height: 34px; } .bar b { font-weight: 500; }
.compare { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 32px; }
.column { border-top: 2px solid var(--line); padding: 22px 18px; border-radius: 4px; }
.column h3 { font-size: 34px; margin-bottom: 14px; } .column p { font-size: 29px; line-height: 1.35; margin-top: 12px; color: var(--text); }
.beside { display: grid; gap: 56px; align-items: center; grid-template-columns: 1fr 1fr; }
.split-40 { grid-template-columns: 2fr 3fr; } .split-60 { grid-template-columns: 3fr 2fr; }
.beside .code { font-size: 26px; } .beside table { font-size: 26px; } .beside .points li { font-size: 32px; }
.beside .statement p { font-size: 46px; }
.track { position: absolute; left: 0; top: 684px; width: 1280px; height: 12px; }
`

export const paperStyle = `${fontFace}${shared}
:root { --surface: #ffffff; --text: #141b28; --dim: #42516a; --line: #8b99ae; --ice: #1f62c4; --leaf: #0f6b47;
  --ember: #9a4a08; --rust: #b02523; --on-solid: #ffffff; --hair: #d0d8e2; }
@page { size: A4; margin: 17mm 19mm 20mm;
  @bottom-right { content: counter(page) ' / ' counter(pages); font: 8.5pt 'Mona Sans', sans-serif; color: #42516a; } }
body { font-size: 10.5pt; line-height: 1.5; }
header { border-bottom: 1.5px solid var(--text); padding-bottom: 5mm; margin-bottom: 7mm; position: relative; }
header p { font-size: 9.5pt; color: var(--dim); } header svg { position: absolute; right: 0; top: 0; width: 12mm; height: 12mm; }
h1 { font-size: 23pt; line-height: 1.12; letter-spacing: -0.02em; margin: 2mm 18mm 2.5mm 0; }
h2 { font-size: 13.5pt; margin: 6.5mm 0 2.2mm; break-after: avoid; }
.break { display: none; } .break + h2 { break-before: page; } h3 { font-size: 11pt; margin-bottom: 1.5mm; }
p, ul, ol { margin-bottom: 2.6mm; } ul, ol { padding-left: 6mm; } li { margin-bottom: 1.2mm; }
table { width: 100%; margin: 2mm 0 4mm; font-size: 9.8pt; break-inside: avoid; }
th { font-size: 9pt; padding: 1.6mm 2.4mm; border-bottom: 1px solid var(--text); }
td { padding: 1.8mm 2.4mm; border-bottom: 1px solid var(--hair); vertical-align: top; height: 7.2mm; }
.code { font-size: 9.2pt; line-height: 1.55; background: #f4f6f9; padding: 3.5mm 4.5mm; border-radius: 2mm; margin-bottom: 4mm; break-inside: avoid; }
.code b { font-weight: 700; }
.note { border-left: 2.5px solid var(--ice); padding: 0.5mm 0 0.5mm 4mm; margin: 3mm 0 4mm; break-inside: avoid; } .note p { margin: 0; }
.lines { margin: 1mm 0 4mm; break-inside: avoid; } .lines p { margin-bottom: 1mm; } .lines div { height: 7.6mm; border-bottom: 1px solid var(--line); }
.checks { list-style: none; padding: 0; } .checks li { padding-left: 7.5mm; position: relative; margin-bottom: 2.2mm; break-inside: avoid; }
.checks li::before { content: ''; position: absolute; left: 0; top: 0.4mm; width: 4mm; height: 4mm; border: 1px solid var(--dim); border-radius: 0.8mm; }
figure { margin: 3mm 0 5mm; break-inside: avoid; } figcaption { font-size: 9pt; color: var(--dim); margin-top: 2mm; }
.bars { display: grid; gap: 2mm; } .bar { display: grid; grid-template-columns: 38mm 1fr 34mm; gap: 4mm; align-items: center; }
.bar svg { width: 100%; height: 4.5mm; }
.beside { display: grid; grid-template-columns: 1fr 1fr; gap: 8mm; } .beside .bar { grid-template-columns: 18mm 1fr 20mm; gap: 3mm; }
.compare { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 6mm; margin: 2mm 0 4mm; break-inside: avoid; }
.column { border-top: 1.5px solid var(--text); padding-top: 2.5mm; } .column p { margin-bottom: 1mm; }
`

/** The mark has no yellow, which is reserved for the progress line. */
export const markSvg =
  '<svg viewBox="0 0 34 34" aria-hidden="true"><ellipse cx="17" cy="17" rx="15" ry="9" transform="rotate(-32 17 17)" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="12.5" cy="20" r="4.6" fill="currentColor"/></svg>'
