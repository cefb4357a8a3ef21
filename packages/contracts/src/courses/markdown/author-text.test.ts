import { expect, test } from 'vitest'
import { readAuthorText } from './author-text.ts'
import type { LinkOf } from './read.ts'
import { markdownOf } from './write.ts'

const read = (text: string, linkOf: LinkOf = (href) => href) => {
  const { document, ...found } = readAuthorText(text, linkOf)
  return { ...found, markdown: markdownOf(document).trim() }
}

test('tags of HTML are read as what they mean, and other names in brackets stay words', () => {
  expect(
    read('<b>Bold</b>, H<sub>2</sub>O, <a href="https://a.my">a site</a>, <kbd>Ctrl</kbd>').markdown,
  ).toBe('**Bold**, H₂O, [a site](https://a.my), `Ctrl`')
  expect(read('Type <name> and Vec<T>, <small>please</small>').markdown).toBe(
    'Type \\<name> and Vec\\<T>, please',
  )
  expect(read('<b>open\n\nNext').markdown).toBe('**open**\n\nNext')
})

test('blocks of HTML become lists and tables, and what has no place is named', () => {
  const { markdown, pictures, media } = read(
    '<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n\n<script>\nalert(1)\n\nalert(2)\n</script>\n\n' +
      '<p>See <img src="a.png"></p>\n\n<iframe src="a.html"></iframe>\n',
  )
  expect(markdown).toBe('- One\n- Two\n\nSee')
  expect([pictures, media]).toEqual([1, ['embedded frames left out: 1']])
})

test('a list within a list has no room for blocks of HTML, so they become lines', () => {
  const { markdown } = read('- a\n\n  <table><tr><td>1</td><td>2</td></tr></table>\n')
  expect(markdown).toBe('- a\n\n  1 | 2')
})

test('marks of Docusaurus, MkDocs, Jekyll and Pandoc are not shown, and names of parts are', () => {
  expect(read(':::tip[Take care]\n\nText.\n\n:::').markdown).toBe('**Take care**\n\nText.')
  expect(read('::::::: objectives\n\n- One\n\n:::::::').markdown).toBe('**Objectives**\n\n- One')
  expect(read('::: {.callout-note}\nText.\n:::').markdown).toBe('**Note**\n\nText.')
  expect(read('!!! note "Mind"\n    Text.\n\n    ```\n    code\n    ```\n\nAfter').markdown).toBe(
    '**Mind**\n\nText.\n\n```\ncode\n```\n\nAfter',
  )
  expect(read('# Shells {#shells}\n\nText.\n{: .challenge}\n').markdown).toBe('## Shells\n\nText.')
  expect(
    read('{% include links.html %}\n[a]({{ page.root }}{% link b.html %})', (href) => `/x${href}`).markdown,
  ).toBe('[a](/x/b.html)')
  expect(read('```\n::: kept {#kept}\n```\n').markdown).toBe('```\n::: kept {#kept}\n```')
})

test('links in Markdown and in HTML get their addresses from one rule', () => {
  const asked: string[] = []
  const linkOf: LinkOf = (href, of) => {
    asked.push(`${of} ${href}`)
    return href === 'b.html' ? '/b.html' : null
  }
  const { markdown } = read(
    '[b](b.html) <a href="b.html">b</a> ![c](c.png)\n\n<p><a href="d.html">d</a></p>',
    linkOf,
  )
  expect(markdown).toBe('[b](/b.html) [b](/b.html) c\n\nd')
  expect(asked).toEqual(['link b.html', 'link b.html', 'picture c.png', 'link d.html'])
})

test.each([
  ['# Orbits\n\n## Ellipses\n\n## Parabolas', 'Orbits'],
  ['## Orbits\n\n### Ellipses', 'Orbits'],
  ['## Orbits\n\n## Ellipses', ''],
  ['# Orbits\n\nText.\n\n# Ellipses', ''],
  ['<h1 align="center">\nOrbits\n</h1>\n\n## Ellipses', 'Orbits'],
  ['[Index](a.md)\n\n# Orbits\n\n## Ellipses', 'Orbits'],
  ['Text.\n\n## Further reading', ''],
])('the heading of %j is %j', (text, heading) => {
  expect(read(text).heading).toBe(heading)
})

const own = (name: string) => `/media/${name.padStart(22, '0')}`

test('pictures of the author stand between blocks, and others are links or are counted', () => {
  const linkOf: LinkOf = (href, of) => {
    if (of === 'link' || href.startsWith('https:')) return href
    return href.startsWith('img/') ? own(href.slice(4, 5)) : null
  }
  const found = (text: string) => read(text, linkOf)
  expect(found('Before ![A **moon**](img/1.png) after\n\n![](img/2.png)').markdown).toBe(
    `Before\n\n![A moon](${own('1')})\n\nafter\n\n![](${own('2')})`,
  )
  expect(found('1. Press\n   ![Menu](img/1.png)\n2. Wait').markdown).toBe(
    `1. Press\n\n   ![Menu](${own('1')})\n\n2. Wait`,
  )
  expect(found('| a | b |\n|---|---|\n| ![x](img/1.png) | 2 |').markdown).toBe(
    `| a | b |\n| --- | --- |\n|   | 2 |\n\n![x](${own('1')})`,
  )
  expect(found('See <img alt="A &amp; B" src="img/1.png" width=20> here').markdown).toBe(
    `See\n\n![A & B](${own('1')})\n\nhere`,
  )
  expect(found('<p align="center">\n<img src="img/1.png" alt="x">\n</p>').markdown).toBe(`![x](${own('1')})`)
  expect(found(`![](img/1.png){alt='A "moon"' width=9} [a](https://a.my){target=_blank}`).markdown).toBe(
    `![A "moon"](${own('1')})\n\n[a](https://a.my)`,
  )
  expect(found('[![x](img/1.png)](https://a.my)').markdown).toBe(`![x](${own('1')})`)
  expect(found('![x](https://a.my/b.png) ![y](other.png) <img src="other.png">')).toMatchObject({
    markdown: '[x](https://a.my/b.png) y image',
    pictures: 2,
  })
})

test('statements of site generators are named and not shown, and what they say for readers stays', () => {
  const shown = (text: string) => {
    const { markdown, statements } = read(text)
    return [markdown, ...statements]
  }
  expect(
    shown(
      '{% include note.html a="b" %}\nUse {{ site.name }} now {# hidden #}\n{% if x %}\nBoth\n{% endif %}',
    ),
  ).toEqual(['Use  now\n\nBoth', '{% include note.html a="b" %}', '{{ site.name }}', '{% if x %}'])
  expect(shown('![a]({{ "/img/a.png" | relative_url }}) [b]({{ site.baseurl }}/b.html)')).toEqual([
    '[a](/img/a.png) [b](/b.html)',
  ])
  expect(shown('{% raw %}{{ x }}{% endraw %} and `{{ y }}` and $a^{{2}}$')).toEqual([
    '{{ x }} and `{{ y }}` and $a^{{2}}$',
  ])
  expect(shown('{% highlight python %}\nx = {{}}\n{% endhighlight %}')).toEqual(['```python\nx = {{}}\n```'])
  expect(shown('Task\n\n{% comment %}\nSolution:\n```\n42\n```\n{% endcomment %}\nEnd')).toEqual([
    'Task\n\nEnd',
  ])
  expect(
    shown('{{< youtube abcdef123 >}} {{< figure src="https://a.my/b.png" alt="B" >}} {{< gist x >}}'),
  ).toEqual([
    '[https://www.youtube.com/watch?v=abcdef123](https://www.youtube.com/watch?v=abcdef123) [B](https://a.my/b.png)',
    '{{< gist x >}}',
  ])
  expect(shown('A\n\n--8<-- "b.txt"\n\n```py\n--8<-- "c.py"\n```\n\n;--8<-- "d"')).toEqual([
    'A\n\n\\--8<-- "d"',
    '--8<-- "b.txt"',
    '--8<-- "c.py"',
  ])
  expect(
    shown(
      'import Tabs from "@theme/Tabs"\n\n<Tabs>\n<TabItem label="One">\n\nA {/* note */}\n\n</TabItem>\n</Tabs>\n\n<Demo x={1} />',
    ),
  ).toEqual(['**One**\n\nA', 'import Tabs from "@theme/Tabs"', '<Demo>'])
})

test('boxes of tasks, footnotes, notes in lists, tabs and folded parts become plain parts of the text', () => {
  const shown = (text: string) => read(text).markdown
  expect(shown('- [ ] Open\n- [x] Done\n  1. [X] Too\n- [a](https://a.my)')).toBe(
    '- ☐ Open\n- ☑ Done\n  1. ☑ Too\n- [a](https://a.my)',
  )
  expect(
    shown('B[^b] A^[inline *one*] B[^b] [^gone]\n\n[^b]: First\nline.\n\n    Second.\n[^c]: Unused.\n\nEnd'),
  ).toBe(
    'B¹ A² B¹ \\[^gone\\]\n\nEnd\n\n___\n\n1. First line.\n\n   Second.\n\n2. inline _one_\n\n3. Unused.',
  )
  expect(shown('- a\n\n    !!! note "Mind"\n        Text.\n\n=== "Py"\n\n    ```py\n    x\n    ```')).toBe(
    '- a\n\n  **Mind**\n\n  Text.\n\n**Py**\n\n```python\nx\n```',
  )
  expect(shown('<details>\n<summary>Answer</summary>\nIt is 42.\n</details>')).toBe('**Answer**\n\nIt is 42.')
  expect(shown('- item\n\n    ```md\n    {% kept %} [^kept] !!! kept\n    ```')).toContain(
    '{% kept %} [^kept] !!! kept',
  )
})

test('a text of marks alone is read in linear time', () => {
  const before = process.cpuUsage()
  for (const mark of [
    '{% raw %}',
    '{{',
    '{%',
    '{{ "',
    '^[',
    '[^a]: x\n',
    '`',
    '{% comment %}',
    '==a',
    '!!! a\n    ',
  ])
    read(mark.repeat(20_000))
  // A quadratic reader takes minutes of processor time.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000)
})
