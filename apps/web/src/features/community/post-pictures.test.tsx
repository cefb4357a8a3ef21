import type { PostPicture } from '@apogee/contracts/community/community.ts'
import { postPictureLimits } from '@apogee/contracts/limits.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aDiscussion, aPost, readAnswer, typeInto } from '#web/testing/community.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const thread = '/community/discussions/9'

let uploads = 0
beforeEach(() => {
  uploads = 0
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => undefined
})

const png = (name = 'screen.png') => new File(['abc'], name, { type: 'image/png' })

function takeUploads(): SentRequest[] {
  const sent: SentRequest[] = []
  answer('uploadFile', (request) => {
    sent.push(request)
    uploads += 1
    const url = `/media/upload${uploads}?u=1`
    return { success: true, url, data: { url, size: 3, contentType: 'image/png' } }
  })
  return sent
}

const aPicture = (given: Partial<PostPicture> = {}): PostPicture => ({
  url: '/media/one?u=1',
  width: 1200,
  height: 800,
  alt: 'The error message',
  ...given,
})

async function openThread(discussion = aDiscussion()) {
  answer('readDiscussion', readAnswer(discussion))
  const page = await renderRoute(thread, { user: aisyah })
  await screen.findByRole('button', { name: 'Post reply' })
  await screen.findByRole('button', { name: 'Add picture' })
  return page
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your reply')
const input = () => screen.getByLabelText<HTMLInputElement>('Add picture', { selector: 'input' })
const alts = () => screen.queryAllByLabelText<HTMLInputElement>(/^Description of picture/)
const added = (count: number) =>
  screen.findByText(count === 1 ? '1 picture is added.' : `${count} pictures are added.`)
const postReply = () => screen.getByRole('button', { name: 'Post reply' })

test('a reply is sent with its uploaded pictures and their descriptions, and the form is empty again', async () => {
  const { press } = await openThread()
  const uploaded = takeUploads()
  const sent = recordCalls('answerDiscussion', { success: true, data: aPost() })
  await typeInto('Your reply', 'Look at this', press)
  await press.upload(input(), png())
  await added(1)
  await press.upload(input(), png('two.png'))
  await added(2)
  await press.type(screen.getByLabelText('Description of picture 1 (optional)'), 'The error')
  expect(input().accept).toBe('image/*')
  expect(uploaded.map(({ query }) => query)).toEqual([{ purpose: 'discussion' }, { purpose: 'discussion' }])
  await press.click(postReply())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    body: 'Look at this',
    pictures: [
      { url: '/media/upload1?u=1', alt: 'The error' },
      { url: '/media/upload2?u=1', alt: '' },
    ],
  })
  await waitFor(() => expect(alts()).toEqual([]))
  expect(field().value).toBe('')
})

test('a picture is pasted from the clipboard or dropped on the form, and copied words are not', async () => {
  await openThread()
  const uploaded = takeUploads()
  fireEvent.paste(field(), { clipboardData: { files: [png()], types: ['Files'] } })
  await added(1)
  fireEvent.drop(field(), { dataTransfer: { files: [png()], types: ['Files'] } })
  await added(2)
  fireEvent.paste(field(), { clipboardData: { files: [png()], types: ['text/plain', 'Files'] } })
  expect(uploaded).toHaveLength(2)
  expect(alts()).toHaveLength(2)
})

test('a fourth picture is refused, and a removed one makes room and moves the focus to the button', async () => {
  const { press } = await openThread()
  takeUploads()
  fireEvent.change(input(), { target: { files: [png(), png(), png(), png()] } })
  await added(3)
  expect(screen.getByText('You can add up to 3 pictures.')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Remove picture 2' }))
  expect(alts()).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add picture' }))
  expect(screen.queryByText('You can add up to 3 pictures.')).toBeNull()
})

test('a file that is no picture or too large is named, and nothing is uploaded', async () => {
  const { press } = await openThread()
  const uploaded = takeUploads()
  const pdf = new File(['abc'], 'a.pdf', { type: 'application/pdf' })
  fireEvent.change(input(), { target: { files: [pdf] } })
  expect(await screen.findByText(/This file is not a picture that we can show/)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Remove picture 1' }))
  const large = png()
  Object.defineProperty(large, 'size', { value: postPictureLimits.bytes + 1 })
  fireEvent.change(input(), { target: { files: [large] } })
  expect(await screen.findByText('This picture is larger than 5 MB. Choose a smaller one.')).toBeTruthy()
  expect(uploaded).toEqual([])
})

test('without a connection the text stays, the picture is tried again, and the text is kept here without it', async () => {
  const { press } = await openThread()
  breakNetwork('uploadFile')
  breakNetwork('answerDiscussion')
  await typeInto('Your reply', 'On the train', press)
  await press.upload(input(), png())
  expect(await screen.findByText(/^Pictures need a connection\./)).toBeTruthy()
  await press.click(postReply())
  expect(
    await screen.findByText('Not all pictures are added. Try again or remove them before you post.'),
  ).toBeTruthy()
  expect(field().value).toBe('On the train')
  await press.click(screen.getByRole('button', { name: 'Try again with picture 1' }))
  expect(await screen.findByText(/^Pictures need a connection\./)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Remove picture 1' }))
  await press.click(postReply())
  const kept = await screen.findByRole('article', { name: 'Your reply, not posted yet' })
  expect(kept.textContent).toContain('On the train')
})

test('an uploaded picture waits with its reply for the connection, and comes back when it is edited again', async () => {
  const { press } = await openThread()
  takeUploads()
  breakNetwork('answerDiscussion')
  await typeInto('Your reply', 'On the train', press)
  await press.upload(input(), png())
  await added(1)
  await press.click(postReply())
  const kept = within(await screen.findByRole('article', { name: 'Your reply, not posted yet' }))
  expect(kept.getByText('1 picture')).toBeTruthy()
  expect(alts()).toEqual([])
  await press.click(kept.getByRole('button', { name: 'Edit again' }))
  await waitFor(() => expect(alts()).toHaveLength(1))
  const sent = recordCalls('answerDiscussion', { success: true, data: aPost() })
  await press.click(postReply())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ pictures: [{ url: '/media/upload1?u=1', alt: '' }] })
})

test('the draft of a reply keeps its pictures and their descriptions', async () => {
  const first = await openThread()
  takeUploads()
  await typeInto('Your reply', 'Not yet', first.press)
  await first.press.upload(input(), png())
  await added(1)
  await first.press.type(screen.getByLabelText('Description of picture 1 (optional)'), 'My code')
  first.unmount()
  await openThread()
  expect(field().value).toBe('Not yet')
  expect(alts().map(({ value }) => value)).toEqual(['My code'])
})

test('posting waits for a picture that is still being uploaded', async () => {
  const { press } = await openThread()
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  answer('uploadFile', async () => {
    await arrived
    return {
      success: true,
      url: '/media/late',
      data: { url: '/media/late', size: 3, contentType: 'image/png' },
    }
  })
  const sent = recordCalls('answerDiscussion', { success: true, data: aPost() })
  await typeInto('Your reply', 'Soon', press)
  await press.upload(input(), png())
  expect(await screen.findByRole('progressbar', { name: 'Uploading picture 1' })).toBeTruthy()
  await press.click(postReply())
  expect(await screen.findByRole('button', { name: 'Posting...' })).toBeTruthy()
  expect(sent).toEqual([])
  arrive()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ pictures: [{ url: '/media/late' }] })
})

test('a picture whose upload hangs can be removed while the reply waits for it', async () => {
  const { press } = await openThread()
  answer('uploadFile', () => new Promise<never>(() => undefined))
  const sent = recordCalls('answerDiscussion', { success: true, data: aPost() })
  await typeInto('Your reply', 'Soon', press)
  await press.upload(input(), png())
  await press.click(postReply())
  await screen.findByRole('button', { name: 'Posting...' })
  await press.click(screen.getByRole('button', { name: 'Remove picture 1' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).not.toHaveProperty('pictures')
})

test('a picture that the server no longer has is named, and the text stays', async () => {
  const { press } = await openThread()
  takeUploads()
  refuse('answerDiscussion', 'FILE_NOT_AN_UPLOAD')
  await typeInto('Your reply', 'Look', press)
  await press.upload(input(), png())
  await added(1)
  await press.click(postReply())
  expect(await screen.findByText(/^A picture is no longer available/)).toBeTruthy()
  expect(field().value).toBe('Look')
  expect(alts()).toHaveLength(1)
})

const own = { edit: true, report: false, moderate: false, vote: false, accept: false }

test('editing a reply sends its pictures only when they have changed', async () => {
  const author = { id: aisyah.id, name: aisyah.name, avatar: null, standing: null }
  const post = aPost({ author, permissions: own, pictures: [aPicture()], version: 2 })
  const { press } = await openThread(aDiscussion({ posts: [post] }))
  const sent = recordCalls('updatePost', { success: true, data: post })
  const openEditor = async () => {
    await press.click(screen.getByRole('button', { name: /Actions for the reply/ }))
    await press.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const editor = await screen.findByLabelText('Edit your reply')
    const form = within(editor.closest('form') ?? document.body)
    await form.findByLabelText('Description of picture 1 (optional)')
    return form
  }
  const first = await openEditor()
  await press.click(first.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).not.toHaveProperty('pictures')
  await waitFor(() => expect(screen.queryByLabelText('Edit your reply')).toBeNull())
  const second = await openEditor()
  await press.click(second.getByRole('button', { name: 'Remove picture 1' }))
  await press.click(second.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toEqual({ body: post.body, pictures: [], version: 2 })
})

test('a new discussion and its edit take pictures in the dialog, and Cancel discards them', async () => {
  const discussion = aDiscussion({
    permissions: { ...own, reply: true, edit: true },
    pictures: [aPicture()],
    version: 1,
  })
  const { press } = await openThread(discussion)
  takeUploads()
  const sent = recordCalls('updateDiscussion', { success: true, data: discussion })
  const openDialog = async () => {
    await press.click(screen.getByRole('button', { name: 'Discussion actions' }))
    await press.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit discussion' }))
    await dialog.findByLabelText('Description of picture 1 (optional)')
    return dialog
  }
  const cancelled = await openDialog()
  await press.click(cancelled.getByRole('button', { name: 'Remove picture 1' }))
  await press.click(cancelled.getByRole('button', { name: 'Cancel' }))
  const dialog = await openDialog()
  await press.upload(dialog.getByLabelText('Add picture', { selector: 'input' }), png())
  await dialog.findByText('2 pictures are added.')
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    pictures: [
      { url: '/media/one?u=1', alt: 'The error message' },
      { url: '/media/upload1?u=1', alt: '' },
    ],
    version: 1,
  })
})

test('a thread shows thumbnails, and a press opens a picture large with the way to the next one', async () => {
  const pictures = [aPicture(), aPicture({ url: '/media/two?u=1', alt: '' })]
  const { press } = await openThread(aDiscussion({ pictures, posts: [aPost({ pictures: [aPicture()] })] }))
  const opener = screen.getByRole('button', { name: 'Open picture: Picture 2 of 2' })
  expect(screen.getAllByRole('button', { name: 'Open picture: The error message' })).toHaveLength(2)
  const thumbnail = opener.querySelector('img') ?? expect.fail('no thumbnail')
  expect([thumbnail.loading, thumbnail.alt]).toEqual(['lazy', ''])
  opener.focus()
  await press.click(opener)
  const dialog = within(await screen.findByRole('dialog', { name: 'Picture 2 of 2' }))
  const large = dialog.getByRole<HTMLImageElement>('img', { name: 'Picture 2 of 2' })
  expect([large.getAttribute('src'), large.width, large.height]).toEqual(['/media/two?u=1', 1200, 800])
  await press.click(dialog.getByRole('button', { name: 'Previous picture' }))
  expect((await screen.findByRole('dialog', { name: 'Picture 1 of 2' })).textContent).toContain(
    'The error message',
  )
  await press.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
