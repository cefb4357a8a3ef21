/** A Common Cartridge for tests, written for this project and in the public domain. */
import { packedFiles } from '#server/features/scorm/testing.ts'

const item = (id: string, title: string, more = '', reference = `R-${id}`) =>
  `<item identifier="I-${id}" identifierref="${reference}"><title>${title}</title>${more}</item>`
const folder = (id: string, title: string, inside: string) =>
  `<item identifier="I-${id}"><title>${title}</title>${inside}</item>`

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="M" xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1"
  xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest">
  <metadata>
    <schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion>
    <lomimscc:lom><lomimscc:general><lomimscc:title><lomimscc:string>Safe kitchens</lomimscc:string></lomimscc:title></lomimscc:general></lomimscc:lom>
  </metadata>
  <organizations><organization identifier="O" structure="rooted-hierarchy"><item identifier="root">
    ${folder('1', 'Heat', item('page', 'Why oil burns') + folder('1a', 'More', item('sheet', 'Checklist')))}
    ${folder('2', 'Check', item('quiz', 'What you know') + item('link', 'Fire department') + item('talk', 'Talk about it') + item('tool', 'A simulator'))}
    ${item('welcome', 'Welcome')}
  </item></organization></organizations>
  <resources>
    <resource identifier="R-page" type="webcontent" href="pages/why%20oil.html"><file href="pages/why%20oil.html"/></resource>
    <resource identifier="R-sheet" type="webcontent" href="files/sheet.pdf"><file href="files/sheet.pdf"/></resource>
    <resource identifier="R-quiz" type="imsqti_xmlv1p2/imscc_xmlv1p3/assessment"><file href="quiz/quiz.xml"/></resource>
    <resource identifier="R-link" type="imswl_xmlv1p3"><file href="link.xml"/></resource>
    <resource identifier="R-talk" type="imsdt_xmlv1p3"><file href="talk.xml"/></resource>
    <resource identifier="R-tool" type="imsbasiclti_xmlv1p3"><file href="tool.xml"/></resource>
    <resource identifier="R-welcome" type="webcontent" href="welcome.html"><file href="welcome.html"/></resource>
  </resources>
</manifest>`

const page = `<!DOCTYPE html><html><head><title>Oil</title><script>alert(1)</script></head><body>
<h1>Why oil burns</h1><p>Oil burns at <strong>230 °C</strong>, <a href="https://example.com/oil">says a table</a>.
<a href="../files/sheet.pdf">The sheet</a> has more.<img src="oil.png" alt="oil"></p>
<ul><li>Never water</li><li>A lid<ul><li>from the side</li></ul></li></ul>
<table><tr><th>Oil</th><th>°C</th></tr><tr><td>Palm</td><td>235</td></tr></table>
<pre>lid = True
heat = 0</pre></body></html>`

const field = (name: string, value: string) =>
  `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`
const words = (html: string) => `<material><mattext texttype="text/html">${html}</mattext></material>`
const label = (id: string, text: string) => `<response_label ident="${id}">${words(text)}</response_label>`

function question(
  kind: string,
  title: string,
  {
    ask,
    labels = '',
    multiple = false,
    right = '',
    more = '',
  }: { ask: string; labels?: string; multiple?: boolean; right?: string; more?: string },
) {
  const choices = `<response_lid ident="r" rcardinality="${multiple ? 'Multiple' : 'Single'}"><render_choice>${labels}</render_choice></response_lid>`
  const blank = '<response_str ident="r"><render_fib/></response_str>'
  return `<item ident="${title}" title="${title}"><itemmetadata><qtimetadata>${field('cc_profile', `cc.${kind}.v0p1`)}${field('cc_weighting', '5')}</qtimetadata></itemmetadata>
    <presentation>${words(ask)}${kind === 'fib' || kind === 'essay' ? blank : choices}</presentation>
    <resprocessing><outcomes/><respcondition><conditionvar>${right}</conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>${more}</item>`
}
const equal = (id: string) => `<varequal respident="r">${id}</varequal>`

const quiz = `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
<assessment ident="A" title="What you know"><qtimetadata>${field('cc_maxattempts', '3')}${field('qmd_timelimit', '20')}</qtimetadata><section ident="S">
${question('multiple_choice', 'Q1', { ask: '&lt;p&gt;Burning oil?&lt;/p&gt;', labels: label('a', 'Water') + label('b', 'A lid'), right: equal('b') })}
${question('multiple_response', 'Q2', { ask: 'What helps?', multiple: true, labels: label('a', 'A lid') + label('b', 'A blanket') + label('c', 'Water'), right: `<and>${equal('a')}${equal('b')}<not>${equal('c')}</not></and>` })}
${question('true_false', 'Q3', { ask: 'Water helps.', labels: label('t', 'True') + label('f', 'False'), right: equal('f') })}
${question('fib', 'Q4', { ask: 'The number to call?', right: equal('999'), more: `<itemfeedback ident="general_fb">${words('It is free.')}</itemfeedback>` })}
${question('essay', 'Q5', { ask: 'Describe your kitchen.' })}
</section></assessment></questestinterop>`

export const cartridge = (pdf: Buffer, more: Record<string, string> = {}): Promise<Buffer> =>
  packedFiles({
    'imsmanifest.xml': manifest,
    'pages/why oil.html': page,
    'welcome.html': '<p>Selamat datang</p>',
    'files/sheet.pdf': pdf,
    'quiz/quiz.xml': quiz,
    'link.xml': '<webLink><title>Fire</title><url href="https://example.com/fire"/></webLink>',
    'talk.xml': '<topic/>',
    'tool.xml': '<cartridge_basiclti_link/>',
    ...more,
  })
