import { expect, test } from 'vitest'
import { peopleAlone, personAsTyped, readPeople, readPeopleList } from './people-list.ts'

const people = (text: string) => readPeople(text).map(({ email, name }) => [email, name])

test('addresses are read from typed, pasted and CSV lists', () => {
  const [siti, ali] = [
    ['siti@a.test', 'Siti binti Ali'],
    ['ali@a.test', 'Ali'],
  ]
  expect(people('siti@a.test\nali@a.test')).toEqual([
    ['siti@a.test', ''],
    ['ali@a.test', ''],
  ])
  expect(people('\uFEFFName,E-mail\r\nSiti binti Ali,Siti@A.test\r\nAli,ali@a.test\r\n')).toEqual([siti, ali])
  expect(people('E-mel;Nama\nsiti@a.test;Siti binti Ali\nali@a.test;Ali')).toEqual([siti, ali])
  expect(people('sep=;\r\nNama;E-mel\r\nSiti binti Ali;siti@a.test\r\nAli;ali@a.test')).toEqual([siti, ali])
  expect(people('Siti binti Ali\tsiti@a.test\n\n\nAli\tali@a.test')).toEqual([siti, ali])
  expect(people('Siti binti Ali <siti@a.test>\n"Ali" <ali@a.test>')).toEqual([siti, ali])
  expect(people('"Tan, Mei Ling",mei@a.test')).toEqual([['mei@a.test', 'Tan, Mei Ling']])
  expect(people('siti@a.test\rali@a.test')).toEqual([
    ['siti@a.test', ''],
    ['ali@a.test', ''],
  ])
  expect(people('')).toEqual([])
})

test('with a heading row, other columns are not part of the name', () => {
  const csv = 'No.,Nama Penuh,Kelas,Alamat e-mel,Telefon\n1,Siti binti Ali,5 Amanah,siti@a.test,012-345 6789'
  expect(people(csv)).toEqual([['siti@a.test', 'Siti binti Ali']])
  expect(people('First name,Last name,Email\nMei Ling,Tan,mei@a.test')).toEqual([
    ['mei@a.test', 'Mei Ling Tan'],
  ])
})

test.each([
  [
    'Title,First Name,Middle Name,Last Name,Company,E-mail Address,Password\nMs,Siti,binti,Nur,Petronia,siti@a.test,pw',
    'Siti binti Nur',
  ],
  ['nom;prénom;adresse électronique courriel;mot de passe\nNur;Siti;siti@a.test;secret', 'Siti Nur'],
  ['Name;Vorname;E-Mail;Passwort\nNur;Siti;siti@a.test;Geheim1', 'Siti Nur'],
  ['Name,First name,Email\nSiti Nur,Siti,siti@a.test', 'Siti Nur'],
  [
    'Name,Given Name,Family Name,Birthday,E-mail 1 - Value\nSiti Nur,Siti,Nur,1990-01-01,siti@a.test',
    'Siti Nur',
  ],
  ['id,user_login,user_pass,user_email,display_name\n3,siti,$P$Babc,siti@a.test,Siti Nur', 'Siti Nur'],
  ['Email Address,Name (as in IC),Employee No\nsiti@a.test,Siti Nur,E001', 'Siti Nur'],
  ['Nama Pekerja;Jawatan;Kata Laluan;Emel\nSiti Nur;Kerani;rahsia;siti@a.test', 'Siti Nur'],
])('the name in the list of another program is made of its name columns: %s', (list, name) => {
  expect(people(list)).toEqual([['siti@a.test', name]])
})

test('a heading row is distinguished from an invalid first row', () => {
  expect(readPeopleList('Email\na@a.test')).toMatchObject({ headingRow: 1, people: [{ row: 2 }] })
  expect(readPeopleList('nobody\na@a.test')).toMatchObject({
    headingRow: null,
    people: [{ row: 1, problem: 'no_email' }, { row: 2 }],
  })
})

test('rows without a person report the reason and their line', () => {
  const read = readPeople(
    'name,email\nAli,ali@a.test\n\nBob,\nCat,cat@\nDan http://x.test,dan@a.test\nALI,Ali@a.test',
  )
  expect(read.map(({ row, problem }) => [row, problem])).toEqual([
    [2, null],
    [4, 'no_email'],
    [5, 'bad_email'],
    [6, 'bad_name'],
    [7, 'twice'],
  ])
  expect(readPeople('"Two\r\nlines",a@a.test\r\nb@')[1]).toMatchObject({ row: 3, problem: 'bad_email' })
  expect(readPeople(Array.from({ length: 501 }, (_, n) => `p${n}@a.test`).join('\n')).at(-1)?.problem).toBe(
    'too_many',
  )
})

test('an unclosed quote spoils only its own row', () => {
  expect(people('a@a.test,"Siti\nb@a.test,Ali\nc@a.test,"Tan, Mei"')).toEqual([
    ['a@a.test', 'Siti'],
    ['b@a.test', 'Ali'],
    ['c@a.test', 'Tan, Mei'],
  ])
})

test('a long list of quotes and separators is parsed in one pass', () => {
  expect(readPeople('"",;\t'.repeat(20_000)).length).toBeLessThan(2)
})

test.each([
  [
    'a password',
    'username,password,firstname,lastname,email,group1\nsitin,S3cret,Siti,Nur,s@a.test,5A',
    'Siti Nur',
  ],
  ['a comma in a name', 'Name;Email\nNur, Siti;s@a.test', 'Nur, Siti'],
  ['a title', 'Class 5A Science\n\nName,Email\nSiti Nur,s@a.test', 'Siti Nur'],
  ['a title that mentions a name', 'Name list of 5A\nName,Email\nSiti Nur,s@a.test', 'Siti Nur'],
  ["a parent's address", 'Name,Parent email,Student email\nSiti Nur,m@a.test,s@a.test', 'Siti Nur'],
  ["a parent's name", 'Parent name,Name,Email\nAminah,Siti Nur,s@a.test', 'Siti Nur'],
  [
    'names of other things',
    'Course name,File name,Nama kelas,Nama,E-mel\nMaths,a.pdf,5A,Siti Nur,s@a.test',
    'Siti Nur',
  ],
  ['German headings', 'Nachname;Vorname;E-Mail-Adresse;Kennwort\nNur;Siti;s@a.test;geheim', 'Siti Nur'],
  [
    'a whole name beside its parts',
    'Full name,First name,Last name,Email\nSiti Nur,Siti,Nur,s@a.test',
    'Siti Nur',
  ],
  ['no column of names', 'Email,Password,Birthday\ns@a.test,secret,1 May', ''],
  ['no heading and several cells', 'sitin,secret,s@a.test', ''],
  ['no heading and a password', 's@a.test,S3cret', ''],
])('a list with %s names the person alone', (_, text, name) => {
  expect(people(text)).toEqual([['s@a.test', name]])
})

test('the student without an address is named, and not reached at the address of a parent', () => {
  const text = 'Name,Parent email,Student email\nSiti,m@a.test,\nAli,n@a.test,ali@a.test'
  expect(readPeople(text).map(({ row, email, problem }) => [row, email, problem])).toEqual([
    [2, '', 'no_email'],
    [3, 'ali@a.test', null],
  ])
})

test('the list of addresses and names alone has the same people in the same lines', () => {
  const text =
    'username;password;Name;Email\nsitin;S3cret;"Nur, Siti ""Ti""";s@a.test\n\nx;y;Bob;\nz;z;Cat;cat@'
  expect(peopleAlone(text)).toBe('\n"s@a.test","Nur, Siti ""Ti"""\n\n"Bob"\n"cat@","Cat"')
  expect(readPeople(peopleAlone(text))).toEqual(readPeople(text))
})

test.each(['Ali 5A', 'Tan, Mei', 'Siti @ Work', 'Nur'])(
  'the name %s is the same after it was sent or typed again',
  (name) => {
    const list = `Name\tEmail\n${name}\ta@a.test`
    expect(people(list)).toEqual([['a@a.test', name]])
    expect(people(peopleAlone(list))).toEqual([['a@a.test', name]])
    expect(people(peopleAlone(peopleAlone(list)))).toEqual([['a@a.test', name]])
    expect(people(personAsTyped({ email: 'a@a.test', name }))).toEqual([['a@a.test', name]])
  },
)

test('the author chooses the columns of addresses and names, with and without a heading', () => {
  const tamil = 'பெயர்,மின்னஞ்சல்,வகுப்பு\nSiti,s@a.test,5A\n'
  expect(readPeopleList(tamil)).toMatchObject({ headings: ['பெயர்', 'மின்னஞ்சல்', 'வகுப்பு'], columns: null })
  const chosen = { address: 1, names: [0] }
  expect(readPeopleList(tamil, chosen).people.at(-1)).toMatchObject({ email: 's@a.test', name: 'Siti' })
  const parents = 'Name,Email,Parent email\nNur,n@a.test,p@a.test\n'
  expect(readPeopleList(parents).columns).toEqual({ address: 1, names: [0] })
  expect(readPeople(peopleAlone(parents, { address: 2, names: [] }))).toMatchObject([
    { email: 'p@a.test', name: '' },
  ])
})

test('a line of addresses alone holds several people, and is the same when it is read again', () => {
  const list = 'Ali <ali@x.my>; Siti <siti@x.my>; wrong@'
  const people = readPeopleList(list).people.map(({ row, email, name, problem }) => [
    row,
    email,
    name,
    problem,
  ])
  expect(people).toEqual([
    [1, 'ali@x.my', 'Ali', null],
    [1, 'siti@x.my', 'Siti', null],
    [1, 'wrong@', '', 'bad_email'],
  ])
  expect(readPeopleList(peopleAlone(list)).people).toEqual(readPeopleList(list).people)
  expect(readPeopleList('Ali, ali@x.my, boss@x.my').people.map(({ email }) => email)).toEqual(['ali@x.my'])
})

test('columns of passwords, numbers, groups and dates are no choice for names, and are never sent', () => {
  const list = `username,Password,Emp No,First name,Nickname,Kumpulan,Tarikh lahir,Email,user_pass,Kata Laluan,User name,Profile
sitin,S3cret,E1,Siti,Ti,A,1 May,s@a.test,p@ss,rahsia,sitin,x
ali,Other,E2,Ali,Al,B,2 May,ali@a.test,q@ss,sulit,ali,y`
  const found = readPeopleList(list)
  expect(found.nameChoices.map((at) => found.headings[at])).toEqual(['First name', 'Nickname', 'Profile'])
  for (const at of found.headings.keys()) {
    const sent = peopleAlone(list, { address: null, names: [at] })
    expect(sent).not.toMatch(/S3cret|Other|@ss|rahsia|sulit|E1|1 May/)
    expect(peopleAlone(list, { address: at, names: [] })).not.toMatch(/s3cret|other|@ss|rahsia|sulit/)
  }
})

test('without a heading, columns with digits or addresses are no choice for names', () => {
  const list = 'Siti Nur,S3cret,s@a.test\nAli,x7y,ali@a.test'
  expect(readPeopleList(list)).toMatchObject({ headingRow: null, nameChoices: [0] })
  expect(peopleAlone(list, { address: 2, names: [1] })).toBe('"s@a.test"\n"ali@a.test"')
})

test.each([
  ['Lim Ah Kow (lim@x.my); Siti (siti@x.my)', ['lim@x.my', 'Lim Ah Kow'], ['siti@x.my', 'Siti']],
  ["'Siti Nur' <siti@x.my>; “Lim, Ah” <lim@x.my>", ['siti@x.my', 'Siti Nur'], ['lim@x.my', 'Lim, Ah']],
  ['ali@x.my <ali@x.my>, b@x.my <B@x.my>', ['ali@x.my', ''], ['b@x.my', '']],
  ['\u200bali@x.my; \u202ab@x.my\u202c', ['ali@x.my', ''], ['b@x.my', '']],
])('recipients that are copied from a mail program are read: %j', (list, ...found) => {
  expect(people(list)).toEqual(found)
  expect(people(peopleAlone(list))).toEqual(found)
})

test.each<[string, ...string[][]]>([
  ['ali@x.my，b@x.my；c@x.my、d@x.my', ['ali@x.my', ''], ['b@x.my', ''], ['c@x.my', ''], ['d@x.my', '']],
  ['ali@x.my، b@x.my؛ c@x.my', ['ali@x.my', ''], ['b@x.my', ''], ['c@x.my', '']],
  ['陳美，ｍｅｉ＠ｘ．ｍｙ', ['mei@x.my', '陳美']],
  ['Ali <ali@x.my>.\nb@x.my.\nc@x。my。', ['ali@x.my', 'Ali'], ['b@x.my', ''], ['c@x.my', '']],
  ['ali@x.my b@x.my  c@x.my', ['ali@x.my', ''], ['b@x.my', ''], ['c@x.my', '']],
  ['Ali <ali@x.my> Siti Nur <b@x.my>', ['ali@x.my', 'Ali'], ['b@x.my', 'Siti Nur']],
  ['Team: ali@x.my, Siti <b@x.my>;', ['ali@x.my', ''], ['b@x.my', 'Siti']],
  ['5A：ali@x.my；b@x.my；', ['ali@x.my', ''], ['b@x.my', '']],
  ['Siti Nur\nb@x.my\n\nAli\nali@x.my', ['b@x.my', 'Siti Nur'], ['ali@x.my', 'Ali']],
  ['ali@x.my / b@x.my/c@x.my', ['ali@x.my', ''], ['b@x.my', ''], ['c@x.my', '']],
  [
    'ali@x.my and b@x.my\nc@x.my dan d@x.my',
    ['ali@x.my', ''],
    ['b@x.my', ''],
    ['c@x.my', ''],
    ['d@x.my', ''],
  ],
  [
    'Ali &lt;ali@x.my&gt;; &quot;Tan, Mei&quot; &amp;lt;b@x.my&amp;gt;',
    ['ali@x.my', 'Ali'],
    ['b@x.my', 'Tan, Mei'],
  ],
  ['Ali &amp; Sons,ali@x.my', ['ali@x.my', 'Ali & Sons']],
  ['"Siti \\"Ti\\" Nur" <b@x.my>; ali@x.my', ['b@x.my', 'Siti "Ti" Nur'], ['ali@x.my', '']],
  ['1. Ali <ali@x.my>\n2) Siti, b@x.my', ['ali@x.my', 'Ali'], ['b@x.my', 'Siti']],
  [
    '• Ali <ali@x.my>\n•\tSiti\tb@x.my\n- c@x.my\n* Nur (d@x.my)',
    ['ali@x.my', 'Ali'],
    ['b@x.my', 'Siti'],
    ['c@x.my', ''],
    ['d@x.my', 'Nur'],
  ],
  ['Email: mailto:ali@x.my', ['ali@x.my', '']],
])('addresses are found as people and programs write them: %j', (list, ...found) => {
  expect(people(list)).toEqual(found)
  expect(people(peopleAlone(list))).toEqual(found)
  expect(readPeople(list).every(({ problem }) => problem === null)).toBe(true)
})

test.each<[string, ...string[][]]>([
  ['Group 5A\nali@x.my', ['', 'Group 5A'], ['ali@x.my', '']],
  [
    'Siti\nb@x.my\nAli\nNur\nali@x.my',
    ['', 'Siti'],
    ['b@x.my', ''],
    ['', 'Ali'],
    ['', 'Nur'],
    ['ali@x.my', ''],
  ],
  ['ali@x.my b@x.my (parents)', ['ali@x.my', ''], ['b@x.my', ''], ['', '(parents)']],
  ['Siti @ Work, ali@x.my', ['siti @ work', ''], ['ali@x.my', '']],
  ['undisclosed-recipients:;', ['', 'undisclosed-recipients:;']],
])('what is no address of a person is named as left out: %j', (list, ...found) => {
  expect(people(list)).toEqual(found)
  for (const { email, name, problem } of readPeople(list))
    expect([email, name, problem === null]).toEqual([email, name, email.endsWith('@x.my')])
  expect(readPeople(peopleAlone(list)).map(({ row, problem }) => [row, problem])).toEqual(
    readPeople(list).map(({ row, problem }) => [row, problem]),
  )
})

test('text that may be a password is named, but not sent', () => {
  const list = 's@a.test, Siti\nsitin, hunter\nS3cret'
  expect(people(list).slice(1)).toEqual([
    ['', 'sitin\thunter'],
    ['', 'S3cret'],
  ])
  expect(peopleAlone(list)).toBe('"s@a.test","Siti"\n"…"\n"…"')
})

test.each([
  ['a@b ', 20_000],
  ['"a@b ', 3],
  ['&amp;', 1],
  ['@a/', 1],
  ['- ', 1],
])('a long line of %j is parsed in one pass', (part, people) => {
  expect(readPeople(part.repeat(20_000))).toHaveLength(people)
})
