import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { serveBranding } from '@tests/support/branding-api'
import { broken } from '@tests/support/member-api'
import { goOffline } from '@tests/support/offline'
import { bytesOf, pictureFile, png } from '@tests/support/pictures'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { delay, HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { EmailBrandingPage } from './page'

async function open() {
  const view = renderPage(<EmailBrandingPage />)
  // A file that is dropped on the field does not pass the picker's filter.
  const user = userEvent.setup({ applyAccept: false })
  const url = await screen.findByLabelText('Full URL')
  const choose = (file: File) => user.upload(screen.getByLabelText('Upload a file'), file)
  const update = async (address: string) => {
    await user.type(await screen.findByLabelText('Custom logo path or URL'), address)
    await user.click(await screen.findByRole('button', { name: 'Update' }))
  }
  return { ...view, user, url, choose, update }
}

const { origin } = window.location
const object = '*/storage/v1/object/branding/email-logo'
const old = { email_logo_url: '/images/old.png', email_logo_in_mails: '/images/old.png' }
const elsewhere = 'https://files.example/logo.png'
const here = `${origin}/art/logo.gif`
const carried = 'Emails use this logo.'
const behind = /Emails still use the previous logo\./
const maybeBehind = /Emails may still use the previous logo until you use this one\./

it('uploads under a name of its own, writes the same picture for the emails, and says so last', async () => {
  const served = serveBranding(old)
  const { url, choose } = await open()
  expect(await screen.findByText(carried)).toBeVisible()
  await choose(png())
  await seeToast('Success', 'Email branding logo URL has been updated')
  const [own, fixed] = served.stored
  expect(own).toMatchObject({ name: expect.stringMatching(/^email-logo-[0-9a-f-]{36}\.png$/), upsert: false })
  expect(fixed).toEqual({ bucket: 'branding', name: 'email-logo', upsert: true })
  const path = `/storage/v1/object/public/branding/${own?.name}`
  expect(served.settings).toEqual([
    { key: 'email_logo_url', value: path },
    { key: 'email_logo_in_mails', value: path },
  ])
  await waitFor(() => expect(url).toHaveValue(origin + path))
  expect(await screen.findByText(carried)).toBeVisible()
})

it.each([
  ['an SVG', pictureFile('a.svg', 'image/svg+xml', 'svg'), 'Choose a PNG, JPEG, GIF or WebP picture.'],
  ['a large file', png('a.png', 512 * 1024 + 1), 'This picture is larger than 512 KB.'],
  ['an empty file', png('a.png', 0), 'This file is empty.'],
  [
    'a mislabelled file',
    pictureFile('a.png', 'image/png', 'webp'),
    'This file is named PNG but holds a WebP picture. Give it its right name.',
  ],
])('refuses %s at the field, and takes the next', async (_what, picture, sentence) => {
  const served = serveBranding()
  const { choose } = await open()
  await choose(picture)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(served.stored).toEqual([])
  await choose(png('b.png', 512 * 1024))
  await waitFor(() => expect(served.stored).toHaveLength(2))
  expect(screen.queryByText(sentence)).not.toBeInTheDocument()
})

it('says that it is uploading', async () => {
  serveBranding()
  server.use(http.post('*/storage/v1/object/branding/:name', () => delay('infinite')))
  const { choose } = await open()
  await choose(png())
  expect(await screen.findByText('Uploading...')).toBeVisible()
})

it.each(['*/rest/v1/app_settings', '*/storage/v1/object/branding/:name'])(
  'keeps the old logo where %s refuses',
  async (place) => {
    serveBranding(old)
    server.use(http.post(place, () => broken()))
    const { url, choose } = await open()
    await choose(png())
    await seeToast('Error', 'The logo could not be changed.')
    expect(url).toHaveValue(`${origin}/images/old.png`)
    expect(await screen.findByText(carried)).toBeVisible()
  },
)

it('changes nothing while offline', async () => {
  const served = serveBranding(old)
  const { choose } = await open()
  goOffline()
  await choose(png())
  await seeToast('Error', 'You are offline, so nothing was sent. Try again once you are back.')
  expect(served.stored).toEqual([])
})

it('does not claim that the emails carry a logo that did not reach them, and gives it to them when asked', async () => {
  const served = serveBranding(old)
  let down = true
  server.use(http.post(object, () => (down ? broken() : undefined)))
  const { user, url, choose } = await open()
  await choose(png())
  await seeToast('Error', 'The logo was changed, but emails may still show the previous one.')
  expect(await screen.findByText(maybeBehind)).toBeVisible()
  expect(screen.getByRole('img', { name: 'The logo in emails' })).toHaveAttribute(
    'src',
    expect.stringContaining('/storage/v1/object/public/branding/email-logo?since='),
  )
  expect(served.settings.map(({ key }) => key)).toEqual(['email_logo_url'])
  down = false
  await user.click(screen.getByRole('button', { name: 'Use this logo in emails' }))
  await seeToast('Success', 'Emails use this logo')
  expect(await screen.findByText(carried)).toBeVisible()
  await waitFor(() => expect(url).toHaveValue(origin + served.settings.at(-1)?.value))
  expect(served.settings.at(-1)?.key).toBe('email_logo_in_mails')
})

it('copies the picture of an address that may be read', async () => {
  const served = serveBranding(old)
  server.use(http.get(here, () => new HttpResponse(bytesOf('gif'))))
  const { url, update } = await open()
  await update(here)
  await seeToast('Success', 'Email branding logo URL has been updated')
  expect(served.stored).toEqual([{ bucket: 'branding', name: 'email-logo', upsert: true }])
  expect(served.settings.map(({ value }) => value)).toEqual([here, here])
  await waitFor(() => expect(url).toHaveValue(here))
  expect(await screen.findByText(carried)).toBeVisible()
})

it.each([
  ['does not come', () => HttpResponse.error(), /The site did not respond\./],
  ['is not there', () => new HttpResponse(null, { status: 404 }), /The site responded with status 404\./],
  [
    'is no picture',
    () => HttpResponse.html('<p>Not here</p>'),
    /This is not a PNG, JPEG, GIF or WebP picture\./,
  ],
  [
    'is too large',
    () => new HttpResponse(bytesOf('png', 512 * 1024 + 1)),
    /This picture is larger than 512 KB\./,
  ],
])(
  'stores an address whose picture %s, and goes on saying what the emails carry and why',
  async (...[, answer, why]) => {
    const served = serveBranding(old)
    server.use(http.get(here, answer))
    const { url, update, unmount } = await open()
    await update(here)
    await seeToast('Success', 'Email branding logo URL has been updated')
    await waitFor(() => expect(url).toHaveValue(here))
    expect(served.stored).toEqual([])
    expect(served.settings).toEqual([{ key: 'email_logo_url', value: here }])
    unmount()
    await open()
    const words = (await screen.findByText(behind)).closest('p')
    expect(words).toHaveTextContent(why)
    expect(words).toHaveTextContent('Upload the file instead.')
    expect(screen.queryByText(carried)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /in emails/ })).not.toBeInTheDocument()
  },
)

it('reads no picture of another site, and says so', async () => {
  const served = serveBranding(old)
  const { url, update } = await open()
  await update(elsewhere)
  await waitFor(() => expect(url).toHaveValue(elsewhere))
  expect(served.stored).toEqual([])
  const words = (await screen.findByText(behind)).closest('p')
  expect(words).toHaveTextContent(
    'It is on another site, which this page cannot read. Upload the file instead.',
  )
})

it('offers the default logo to emails that show no picture yet', async () => {
  const served = serveBranding({}, { hasEmailLogo: false })
  const { user } = await open()
  const words = /Emails show the name Guildhall instead of a picture until you use this one\./
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('img', { name: 'The logo in emails' })).not.toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Use the default logo in emails' }))
  await seeToast('Success', 'Emails use this logo')
  expect(served.stored).toEqual([{ bucket: 'branding', name: 'email-logo', upsert: true }])
  expect(served.settings).toEqual([{ key: 'email_logo_in_mails', value: '/images/email-logo.png' }])
  expect(await screen.findByText(carried)).toBeVisible()
})

it('says that it was given also where the screen shows it before everything else has been read again', async () => {
  serveBranding({}, { hasEmailLogo: false })
  const { user } = await open()
  const give = await screen.findByRole('button', { name: 'Use the default logo in emails' })
  let reads = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.use(
    http.get(`${origin}/images/*`, async () => {
      reads += 1
      if (reads > 1) await released
    }),
  )
  await user.click(give)
  expect(await screen.findByText(carried)).toBeVisible()
  release()
  await seeToast('Success', 'Emails use this logo')
})

it('knows the default logo that a backend came with', async () => {
  serveBranding()
  await open()
  expect(await screen.findByText(carried)).toBeVisible()
})

it('says so where giving the logo to the emails fails', async () => {
  serveBranding({}, { hasEmailLogo: false })
  server.use(http.post(object, () => broken()))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Use the default logo in emails' }))
  await seeToast('Error', 'The logo in emails could not be changed.')
  expect(screen.queryByText(carried)).not.toBeInTheDocument()
})

it('shows a placeholder where the picture of the emails does not load', async () => {
  serveBranding({ ...old, email_logo_url: '/images/new.png' })
  await open()
  fireEvent.error(await screen.findByRole('img', { name: 'The logo in emails' }))
  expect(await screen.findByRole('img', { name: 'Placeholder: the logo cannot be loaded' })).toBeVisible()
})

it('shows what another admin set meanwhile once it looks again', async () => {
  const { set } = serveBranding(old)
  const { url, client } = await open()
  set('email_logo_url', '/images/theirs.png')
  set('email_logo_in_mails', '/images/theirs.png')
  await client.invalidateQueries()
  await waitFor(() => expect(url).toHaveValue(`${origin}/images/theirs.png`))
  expect(await screen.findByText(/^Updated .* by Henrik Vos$/)).toBeVisible()
})
