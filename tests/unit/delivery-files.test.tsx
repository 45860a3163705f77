import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { held } from '@tests/support/held'
import { goOffline } from '@tests/support/offline'
import '@tests/support/pictures'
import { renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { FileUpload } from '@/components/form/file-drop'
import type { DeliveryFile } from '@/entities/deliveries/files'
import { useFileDownload } from '@/entities/deliveries/own'
import { useFileUpload } from '@/entities/deliveries/settings'

const benefitId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const saved: DeliveryFile = {
  path: `${benefitId}/old/guide.pdf`,
  name: 'guide.pdf',
  size: 2048,
  type: 'application/pdf',
}
const object = '*/storage/v1/object/deliveries/*'
const pathIn = (url: string) => decodeURI(new URL(url).pathname.split('/deliveries/')[1] ?? '')

type Answer = () => Response | Promise<Response>
const stored: Answer = () => HttpResponse.json({ Key: 'x', Id: 'x' })
const refused = (statusCode: string) => () =>
  HttpResponse.json({ statusCode, error: 'x', message: 'x' }, { status: 400 })

/** Serves uploads with these responses, the last one again and again; records requests. */
function serve(...answers: Answer[]) {
  const requests: { path: string; headers: Headers }[] = []
  const removed: unknown[] = []
  server.use(
    http.post(object, ({ request }) => {
      requests.push({ path: pathIn(request.url), headers: request.headers })
      return (answers.length > 1 ? answers.shift() : answers[0])?.()
    }),
    http.delete('*/storage/v1/object/deliveries', async ({ request }) => {
      removed.push(...((await request.json()) as { prefixes: string[] }).prefixes)
      return HttpResponse.json([])
    }),
  )
  return { requests, removed }
}

type UploadProps = { file?: DeliveryFile; isNeeded?: (path: string) => boolean }

function Upload({ file, isNeeded }: UploadProps) {
  const { stored, field } = useFileUpload(benefitId, file, isNeeded)
  return (
    <>
      <FileUpload label="File" {...field} />
      <output>{JSON.stringify(stored)}</output>
    </>
  )
}

async function open(file?: DeliveryFile, isNeeded?: UploadProps['isNeeded']) {
  await signInAs()
  const view = renderPage(<Upload file={file} isNeeded={isNeeded} />)
  const user = userEvent.setup()
  return {
    ...view,
    choose: async (chosen: File) => user.upload(await screen.findByLabelText('File'), chosen),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
  }
}

const zip = (size = 3, name = 'Größe & Gewicht..zip') =>
  new File([new Uint8Array(size)], name, { type: 'application/zip' })
const output = () => JSON.parse(document.querySelector('output')?.textContent || 'null')

it('uploads a file to a new path, with the session', async () => {
  const { requests } = serve(stored)
  const { choose } = await open()
  await choose(zip())
  expect(await screen.findByText('3 bytes, ZIP')).toBeVisible()
  const [{ path, headers } = { path: '', headers: new Headers() }] = requests
  expect(path).toMatch(new RegExp(`^${benefitId}/[0-9a-f-]{36}/Gro-e-Gewicht\\.zip$`))
  expect(output()).toEqual({ path, name: 'Größe & Gewicht..zip', size: 3, type: 'application/zip' })
  expect(headers.get('authorization')).toMatch(/^Bearer .+\..+\./)
  expect([headers.get('content-type'), headers.get('x-upsert'), headers.get('cache-control')]).toEqual([
    'application/zip',
    'false',
    'private, no-store',
  ])
})

it('uploads no file of more than 50 MB, and none without content', async () => {
  const { requests } = serve(stored)
  const { choose } = await open()
  await choose(zip(50 * 1024 * 1024 + 1))
  expect(await screen.findByText('This file is larger than 50 MB.')).toBeVisible()
  await choose(zip(0))
  expect(await screen.findByText('This file is empty.')).toBeVisible()
  expect(requests).toEqual([])
})

it('says why storage refused an upload: for its size, a former admin, or anything else', async () => {
  serve(refused('413'), refused('403'), refused('400'))
  const { choose, press } = await open()
  await choose(zip())
  expect(await screen.findByText('This file is larger than 50 MB.')).toBeVisible()
  await press('Retry')
  expect(await screen.findByText('You are no longer an admin.')).toBeVisible()
  await press('Retry')
  expect(await screen.findByText('The file was not uploaded.')).toBeVisible()
})

it('retries a failed upload under a new path', async () => {
  const { requests } = serve(() => HttpResponse.error(), stored)
  const { choose, press } = await open()
  await choose(zip())
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible()
  await press('Retry')
  // The failed file shows its size too.
  expect(await screen.findByText('Uploaded')).toBeInTheDocument()
  expect(screen.getByText('3 bytes, ZIP')).toBeVisible()
  expect(requests[0]?.path).not.toBe(requests[1]?.path)
  expect(output().path).toBe(requests[1]?.path)
  expect(screen.queryByText(/The server cannot be reached/)).not.toBeInTheDocument()
})

it('sends nothing offline', async () => {
  const { choose } = await open()
  const back = goOffline()
  await choose(zip())
  expect(await screen.findByText(/You are offline/)).toBeVisible()
  back()
})

it('cancels an upload, and removes what may have arrived', async () => {
  const { released, release } = held()
  const { requests, removed } = serve(() => released.then(stored))
  const { choose, press } = await open(saved)
  await press('Remove')
  await choose(zip())
  await waitFor(() => expect(requests).toHaveLength(1))
  await press('Cancel')
  expect(await screen.findByLabelText('File', { selector: 'input' })).toBeVisible()
  await waitFor(() => expect(removed).toEqual([requests[0]?.path]))
  expect(output()).toBeNull()
  release()
})

it('cancels an upload when the page is left', async () => {
  const { released, release } = held()
  const { requests, removed } = serve(() => released.then(stored))
  const { choose, unmount } = await open()
  await choose(zip())
  await waitFor(() => expect(requests).toHaveLength(1))
  unmount()
  await waitFor(() => expect(removed).toEqual([requests[0]?.path]))
  release()
})

it('removes an uploaded file that is not kept, but not the saved one', async () => {
  const { requests, removed } = serve(stored)
  const { choose, press } = await open(saved)
  expect(screen.getByText('guide.pdf')).toBeVisible()
  await press('Remove')
  await choose(zip())
  expect(await screen.findByText('3 bytes, ZIP')).toBeVisible()
  await press('Remove')
  await waitFor(() => expect(removed).toEqual([requests[0]?.path]))
})

it('removes an upload when the page is left without saving it', async () => {
  const { requests, removed } = serve(stored)
  const { choose, unmount } = await open()
  await choose(zip())
  expect(await screen.findByText('3 bytes, ZIP')).toBeVisible()
  expect(removed).toEqual([])
  unmount()
  await waitFor(() => expect(removed).toEqual([requests[0]?.path]))
})

it('removes no upload that a save was attempted with, and no saved file', async () => {
  const { requests, removed } = serve(stored)
  const first = await open(saved)
  first.unmount()
  const needed = vi.fn(() => true)
  const { choose, unmount } = await open(undefined, needed)
  await choose(zip())
  expect(await screen.findByText('3 bytes, ZIP')).toBeVisible()
  unmount()
  expect(needed).toHaveBeenCalledWith(requests[0]?.path)
  // A removal would have been sent before this.
  await fetch(`${window.location.origin}/storage/v1/object/deliveries`, {
    method: 'DELETE',
    body: '{"prefixes":[]}',
  })
  expect(removed).toEqual([])
})

function Download() {
  const { download, received } = useFileDownload()
  return (
    <button type="button" onClick={() => download(saved)}>
      {received === undefined ? 'Download' : `${received} bytes`}
    </button>
  )
}

async function startDownload(answer: Answer) {
  await signInAs()
  server.use(http.get(object, answer))
  const files = catchSavedFiles()
  const { user } = renderPage(<Download />)
  await user.click(screen.getByText('Download'))
  return files
}

it('saves a download under its original name, as nothing that a browser shows', async () => {
  const page = () => HttpResponse.html('<script>alert(1)</script>')
  const { names, blobs } = await startDownload(page)
  await waitFor(() => expect(names).toEqual(['guide.pdf']))
  expect(blobs[0]?.type).toBe('application/octet-stream')
  expect(blobs[0]?.size).toBe(25)
})

it.each([
  ['a cancelled order', refused('404'), 'This file is no longer available to you.'],
  ['a server that fails', () => new HttpResponse(null, { status: 502 }), /The server cannot be reached/],
])('explains a download refused by %s', async (_what, answer, text) => {
  const { names } = await startDownload(answer)
  await seeToast('Error', text)
  expect(names).toEqual([])
})
