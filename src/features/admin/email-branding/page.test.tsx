import { fireEvent, screen, waitFor } from '@testing-library/react'
import { serveBranding, settingTime } from '@tests/support/branding-api'
import { renderPage } from '@tests/support/render'
import { seeToast } from '@tests/support/toasts'
import { expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { EmailBrandingPage } from './page'

async function open() {
  const { user } = renderPage(<EmailBrandingPage />)
  const url = await screen.findByLabelText('Full URL')
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { user, url, press }
}

const defaultUrl = `${window.location.origin}/images/email-logo.png`
const field = () => screen.getByLabelText('Custom logo path or URL')
const seePlaceholder = async () =>
  expect(await screen.findByRole('img', { name: 'Placeholder: the logo cannot be loaded' })).toBeVisible()

it('shows the default logo, its full URL, both snippets, notes and hint', async () => {
  serveBranding()
  const { url } = await open()
  expect(await screen.findByRole('heading', { name: 'Email Branding' })).toBeVisible()
  expect(url).toHaveValue(defaultUrl)
  expect(screen.getByRole('img', { name: 'Email logo' })).toHaveAttribute('src', defaultUrl)
  const link = screen.getByRole('link', { name: 'Open in new tab' })
  expect(link).toHaveAttribute('href', defaultUrl)
  expect(link).toHaveAttribute('target', '_blank')
  for (const text of [
    `<img src="${defaultUrl}" alt="Guildhall" style="height:60px">`,
    defaultUrl,
    'Recommended: PNG format, max 200px height',
    'Integration notes',
    'The default logo',
    'Emails use this logo.',
  ])
    expect(await screen.findByText(text)).toBeVisible()
})

it('shows who set the stored logo, and a placeholder where it does not load', async () => {
  serveBranding({ email_logo_url: 'https://files.example/a.png?x=1&y="2"' })
  await open()
  expect(await screen.findByText(`Updated ${formatDate(settingTime)} by Henrik Vos`)).toBeVisible()
  expect(screen.getByText(/<img src=/)).toHaveTextContent('a.png?x=1&amp;y=%222%22"')
  fireEvent.error(screen.getByRole('img', { name: 'Email logo' }))
  await seePlaceholder()
})

it.each(['javascript:alert(1)', 'http://['])('shows the stored %s only as text', async (value) => {
  serveBranding({ email_logo_url: value })
  const { url } = await open()
  expect(url).toHaveValue(value)
  expect(screen.getByLabelText('Open in new tab')).not.toHaveAttribute('href')
  await seePlaceholder()
})

it('stores an address', async () => {
  const served = serveBranding()
  const { user, url, press } = await open()
  await user.type(field(), ' /images/new.png ')
  await press('Update')
  await seeToast('Success', 'Email branding logo URL has been updated')
  expect(served.settings[0]).toEqual({ key: 'email_logo_url', value: '/images/new.png' })
  await waitFor(() => expect(url).toHaveValue(`${window.location.origin}/images/new.png`))
  expect(field()).toHaveValue('')
})

// The other rules for addresses are tested in lib/picture-address.test.ts.
it.each([
  ['', 'Enter a path or an address.'],
  ['logo.png', 'Enter an https address or a path that starts with /.'],
])('refuses the address "%s"', async (address, message) => {
  const served = serveBranding()
  const { user, press } = await open()
  if (address) await user.type(field(), address)
  await press('Update')
  expect(await screen.findByText(message)).toBeVisible()
  expect(field()).toHaveValue(address)
  expect(served.settings).toEqual([])
})

it('copies the URL and the image tag', async () => {
  serveBranding()
  const { press } = await open()
  await press('Copy URL')
  await seeToast('Copied', 'URL copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(defaultUrl)
  await press('Copy HTML image tag')
  await seeToast('Copied', 'HTML image tag copied to clipboard')
  expect(await navigator.clipboard.readText()).toContain('height:60px')
  await press('Copy Direct URL')
  expect(await navigator.clipboard.readText()).toBe(defaultUrl)
})

it('explains how to copy where the browser refuses to', async () => {
  serveBranding()
  const { press } = await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await press('Copy URL')
  await seeToast('Error', 'The browser did not allow copying. Please copy the text by hand.')
})
