/**
 * Compares the tokens with the agreed ones by name. The lists below give the product's additions and changes with their reasons.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const agreed = {
  scales: `
  --ink-1000:#070a10; --ink-950:#0a0e16; --ink-900:#0f151f; --ink-850:#141b28; --ink-800:#1b2433; --ink-750:#232e40; --ink-700:#2d3a4f;
  --ink-600:#42516a; --ink-500:#66758e; --ink-400:#8b99ae; --ink-300:#aeb9c8; --ink-200:#d0d8e2; --ink-150:#e1e7ee; --ink-100:#ebeff4;
  --ink-50:#f4f6f9; --white:#ffffff; --sol-300:#ffdc8a; --sol-400:#ffcb52; --sol-500:#f2b52c; --sol-700:#8a5a00; --sol-800:#6f4800; --ice-300:#b4d8ff;
  --ice-400:#8fc4ff; --ice-600:#1f62c4; --ice-700:#174d9e; --leaf-400:#71d6a8; --leaf-700:#0f6b47; --ember-400:#ffab70; --ember-700:#9a4a08;
  --rust-400:#ff938a; --rust-600:#c8322f; --rust-700:#b02523;
  --font-sans:'Mona Sans Variable','Mona Sans','Segoe UI Variable Text','Segoe UI',system-ui,-apple-system,'Helvetica Neue',Arial,sans-serif;
  --font-mono:ui-monospace,'SFMono-Regular','Cascadia Code','Roboto Mono',Menlo,Consolas,'Liberation Mono',monospace; --wdth-display:112%;
  --wdth-text:100%; --text-2xs:0.75rem; --text-xs:0.8125rem; --text-sm:0.875rem; --text-md:1rem; --text-lg:1.125rem; --text-xl:1.25rem;
  --text-2xl:1.5rem; --text-3xl:clamp(1.625rem,1.35rem + 1.2vw,2rem); --text-4xl:clamp(1.875rem,1.35rem + 2.2vw,2.75rem);
  --text-5xl:clamp(2.5rem,1.5rem + 4.1vw,4.5rem); --leading-tight:1.06; --leading-snug:1.25; --leading-body:1.55; --leading-loose:1.7;
  --weight-regular:400; --weight-medium:500; --weight-semibold:600; --track-display:-0.025em; --track-heading:-0.012em; --track-normal:0;
  --measure:64ch; --space-1:0.25rem; --space-2:0.5rem; --space-3:0.75rem; --space-4:1rem; --space-5:1.25rem; --space-6:1.5rem; --space-8:2rem;
  --space-10:2.5rem; --space-12:3rem; --space-16:4rem; --space-20:5rem; --space-24:6rem; --space-32:8rem; --gutter:clamp(1rem,0.4rem + 2.6vw,2.5rem);
  --container:80rem; --container-narrow:46rem; --radius-xs:4px; --radius-sm:6px; --radius-md:8px; --radius-lg:12px; --radius-xl:18px;
  --radius-full:999px; --control-sm:2.25rem; --control-md:2.75rem; --control-lg:3.25rem; --target-min:24px; --target-touch:44px; --border-width:1px;
  --focus-width:2px; --focus-offset:2px; --dur-instant:80ms; --dur-fast:140ms; --dur-base:220ms; --dur-slow:360ms; --dur-scene:700ms; --dur-orbit:90s;
  --ease-out:cubic-bezier(.2,.75,.2,1); --ease-in:cubic-bezier(.5,0,.9,.4); --ease-in-out:cubic-bezier(.6,0,.2,1); --z-base:0; --z-raised:10;
  --z-sticky:100; --z-nav:200; --z-bottombar:210; --z-popover:300; --z-overlay:400; --z-dialog:410; --z-toast:500; --z-skip:600; --nav-h:4rem;
  --bottombar-h:3.75rem;
  `,
  space: `
  --surface-page:var(--ink-950); --surface-sunken:var(--ink-1000); --surface-1:var(--ink-900); --surface-2:var(--ink-850); --surface-3:var(--ink-800);
  --surface-hover:var(--ink-800); --surface-selected:var(--ink-750); --surface-inverse:var(--ink-100); --scrim:rgb(4 6 10 / .72);
  --text-primary:#eff2f6; --text-secondary:#b9c3d0; --text-tertiary:#939fb2; --text-disabled:#6c7890; --text-inverse:var(--ink-950);
  --text-link:var(--ice-400); --text-link-hover:var(--ice-300); --border-subtle:#1b2432; --border-default:var(--ink-700);
  --border-strong:var(--ink-600); --border-control:#66758e; --accent:var(--sol-400); --accent-hover:var(--sol-300); --accent-active:var(--sol-500);
  --accent-border:transparent; --on-accent:#1c1400; --accent-text:var(--sol-400); --accent-mark:var(--sol-400); --accent-tint:#2a2210;
  --info:var(--ice-400); --info-tint:#10233b; --on-info-tint:#c6e0ff; --positive:var(--leaf-400); --positive-tint:#0d2b21; --on-positive-tint:#a8ecce;
  --warning:var(--ember-400); --warning-tint:#321e0d; --on-warning-tint:#ffcfa8; --danger:var(--rust-400); --danger-tint:#381516;
  --on-danger-tint:#ffc5c0; --danger-fill:var(--rust-600); --danger-fill-hover:var(--rust-700); --on-danger-fill:#ffffff;
  --progress-track:var(--ink-700); --progress-fill:var(--ice-400); --progress-craft:var(--sol-400); --chart-1:var(--ice-400); --chart-muted:#3b5373;
  --chart-grid:#1f2937; --focus-ring:var(--ice-300); --focus-gap:var(--ink-950); --orbit-line:#2c3a51; --orbit-line-strong:#52647f; --star:#cfd9e6;
  --skeleton:#182130; --skeleton-sheen:#222d3f; --shadow-1:0 1px 0 rgb(255 255 255 / .03) inset; --shadow-2:0 8px 24px -8px rgb(0 0 0 / .55);
  --shadow-3:0 24px 60px -16px rgb(0 0 0 / .75);
  `,
  daylight: `
  --surface-page:var(--ink-50); --surface-sunken:var(--ink-100); --surface-1:var(--white); --surface-2:var(--white); --surface-3:var(--ink-50);
  --surface-hover:#eef2f7; --surface-selected:#e3ebf6; --surface-inverse:var(--ink-900); --scrim:rgb(12 18 28 / .48); --text-primary:#101826;
  --text-secondary:#434f62; --text-tertiary:#5a6679; --text-disabled:#7d8899; --text-inverse:var(--ink-50); --text-link:var(--ice-600);
  --text-link-hover:var(--ice-700); --border-subtle:var(--ink-150); --border-default:var(--ink-200); --border-strong:#b3bdca;
  --border-control:#7a8699; --accent:var(--sol-400); --accent-hover:#f9bd36; --accent-active:var(--sol-500); --accent-border:#a8760f;
  --on-accent:#1c1400; --accent-text:var(--sol-700); --accent-mark:#b07400; --accent-tint:#fff4d9; --info:var(--ice-600); --info-tint:#e5f0fd;
  --on-info-tint:#12427f; --positive:var(--leaf-700); --positive-tint:#e0f4ea; --on-positive-tint:#0a5236; --warning:var(--ember-700);
  --warning-tint:#fdeddd; --on-warning-tint:#7a3a05; --danger:var(--rust-700); --danger-tint:#fdeae9; --on-danger-tint:#8d1a19;
  --danger-fill:var(--rust-600); --danger-fill-hover:var(--rust-700); --on-danger-fill:#ffffff; --progress-track:#d5dde7;
  --progress-fill:var(--ice-600); --progress-craft:var(--sol-500); --chart-1:var(--ice-600); --chart-muted:#8aa6cf; --chart-grid:#e6ebf1;
  --focus-ring:var(--ice-600); --focus-gap:var(--white); --orbit-line:#d3dbe6; --orbit-line-strong:#9aa8bb; --star:#8b99ae; --skeleton:#dbe2eb;
  --skeleton-sheen:#e8edf3; --shadow-1:0 1px 2px rgb(16 24 38 / .06); --shadow-2:0 6px 20px -6px rgb(16 24 38 / .14);
  --shadow-3:0 24px 56px -16px rgb(16 24 38 / .26);
  `,
  still: `
  --dur-instant:1ms; --dur-fast:1ms; --dur-base:1ms; --dur-slow:1ms; --dur-scene:1ms; --dur-orbit:0s;
  `,
  'space, more contrast': `
  --text-secondary:#dbe2ea; --text-tertiary:#c2ccd8; --border-default:#66758e; --border-subtle:#42516a;
  `,
  'daylight, more contrast': `
  --text-secondary:#263142; --text-tertiary:#323d4f; --border-default:#7a8699; --border-subtle:#b3bdca;
  `,
}

/**
 * `--text-title` is for headlines of many words, which `--text-5xl` does not allow for, `--text-figure` for prices and large numbers, and
 * `--shadow-current` for the stripe at the start of the current row (docs/decisions/interface.md).
 */
const added = new Set(['--text-title', '--text-figure', '--shadow-current'])

/** Normalises equal values: '0.72' and '.72', extra spaces, and either kind of quote. */
const plainly = (value: string): string =>
  value
    .replaceAll('"', "'")
    .replaceAll(/(?<![\w.])0\./g, '.')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([(),/])\s*/g, '$1')
    .trim()

const tokensIn = (declarations: string): Map<string, string> =>
  new Map(
    declarations.split(';').flatMap((one): [string, string][] => {
      const [, name, value] = /^\s*(--[\w-]+)\s*:(.*)$/s.exec(one) ?? []
      return name && value ? [[name, plainly(value)]] : []
    }),
  )

const sheet = readFileSync(
  join(import.meta.dirname, '../../packages/ui/src/styles/tokens.css'),
  'utf8',
).replaceAll(/\/\*[\s\S]*?\*\//g, '')
const blocks = [...sheet.matchAll(/\{([^{}]*)\}/g)].map(([, body]) => tokensIn(body ?? ''))

describe.each(Object.entries(agreed).map(([name, declarations], place) => ({ name, declarations, place })))(
  'the tokens of $name',
  ({ declarations, place }) => {
    test('the tokens of a block are the agreed ones', () => {
      const own = [...(blocks[place] ?? [])].filter(([name]) => !added.has(name))
      expect(Object.fromEntries(own)).toEqual(Object.fromEntries(tokensIn(declarations)))
    })
  },
)

test('there are no other blocks of tokens', () => {
  expect(blocks.filter((block) => block.size > 0)).toHaveLength(Object.keys(agreed).length)
})

test('both themes name the same things', () => {
  expect(new Set(blocks[2]?.keys())).toEqual(new Set(blocks[1]?.keys()))
})
