import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { respondToCall } from '@tests/support/auth-api'
import { serveBranding, settingTime } from '@tests/support/branding-api'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { bytesOf, png } from '@tests/support/pictures'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showTemplate } from '@/entities/emails/preview'
import { type TemplateName, templateLabels } from '@/entities/emails/templates'
import { formatDate, formatTime } from '@/lib/format'
import { EmailBrandingPage } from './page'
import { Previews } from './previews/previews'

const code = vi.hoisted(() => ({ isReachable: true }))
vi.mock('./previews/preview-frame', async (load) => {
  const module: typeof import('./previews/preview-frame') = await load()
  return {
    get PreviewFrame() {
      if (code.isReachable) return module.PreviewFrame
      throw new TypeError('Failed to fetch dynamically imported module')
    },
  }
})
beforeEach(() => {
  code.isReachable = true
})

const { origin } = window.location
const defaultUrl = `${origin}/images/email-logo.png`
const button = (name: string) => screen.findByRole('button', { name })
const field = () => screen.getByLabelText('Custom logo path or URL')

async function open() {
  const view = renderPage(<EmailBrandingPage />)
  // A dropped file bypasses the filter of the file picker.
  const user = userEvent.setup({ applyAccept: false, delay: null })
  const url = await screen.findByLabelText('Full URL')
  const press = async (name: string) => user.click(await button(name))
  const choose = (file: File) => user.upload(screen.getByLabelText('Upload a file'), file)
  const update = async (address: string) => {
    if (address) fireEvent.change(field(), { target: { value: address } })
    await press('Update')
  }
  return { ...view, user, url, press, choose, update }
}

describe('the logo', () => {
  const seePlaceholder = async () =>
    expect(await screen.findByRole('img', { name: 'Placeholder: the logo cannot be loaded' })).toBeVisible()

  it('shows the default logo, notes and hint, and copies its URL and image tag, or explains how to', async () => {
    serveBranding()
    const { url, press } = await open()
    expect(await screen.findByRole('heading', { name: 'Email Branding' })).toBeVisible()
    expect(url).toHaveValue(defaultUrl)
    expect(screen.getByRole('img', { name: 'Email logo' })).toHaveAttribute('src', defaultUrl)
    const link = screen.getByRole('link', { name: 'Open in new tab' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([defaultUrl, '_blank'])
    for (const text of [
      `<img src="${defaultUrl}" alt="Guildhall" style="height:60px">`,
      ...[defaultUrl, 'Recommended: PNG format, max 200px height', 'Integration notes'],
      ...['The default logo', 'Emails use this logo.'],
    ])
      expect(await screen.findByText(text)).toBeVisible()
    for (const [name, done, text] of [
      ['Copy URL', 'URL copied to clipboard', defaultUrl],
      ['Copy HTML image tag', 'HTML image tag copied to clipboard', 'height:60px'],
      ['Copy Direct URL', 'URL copied to clipboard', defaultUrl],
    ] as const) {
      await press(name)
      await seeToast('Copied', done)
      expect(await navigator.clipboard.readText()).toContain(text)
    }
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await press('Copy URL')
    await seeToast('Error', 'The browser did not allow copying. Please copy the text by hand.')
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

  // The other rules for addresses are tested in lib/picture-address.test.ts.
  it('refuses an invalid address, and saves the corrected one', async () => {
    const served = serveBranding()
    const { url, update } = await open()
    for (const [address, message] of [
      ['', 'Enter a path or an address.'],
      ['logo.png', 'Enter an https address or a path that starts with /.'],
    ] as const) {
      await update(address)
      expect(await screen.findByText(message)).toBeVisible()
      expect(field()).toHaveValue(address)
    }
    expect(served.settings).toEqual([])
    await update(' /images/new.png ')
    await seeToast('Success', 'Email branding logo URL has been updated')
    expect(served.settings[0]).toEqual({ key: 'email_logo_url', value: '/images/new.png' })
    await waitFor(() => expect(url).toHaveValue(`${origin}/images/new.png`))
    expect(field()).toHaveValue('')
  })
})

describe('the logo in emails', () => {
  const object = '*/storage/v1/object/branding/email-logo'
  const emailObject = { bucket: 'branding', name: 'email-logo', upsert: true }
  const old = { email_logo_url: '/images/old.png', email_logo_in_mails: '/images/old.png' }
  const here = `${origin}/art/logo.gif`
  const upToDate = 'Emails use this logo.'
  const seeUpToDate = async () => expect(await screen.findByText(upToDate)).toBeVisible()
  const updated = () => seeToast('Success', 'Email branding logo URL has been updated')
  const outdated = async () => (await screen.findByText(/Emails still use the previous logo\./)).closest('p')

  it('refuses a large file, uploads the next under a unique name, then replaces the picture in emails, then records that', async () => {
    const served = serveBranding(old)
    const upload = held()
    server.use(http.post('*/storage/v1/object/branding/:name', () => upload.released))
    const { url, choose } = await open()
    await seeUpToDate()
    await choose(png('a.png', 512 * 1024 + 1))
    const message = 'This picture is larger than 512 KB.'
    expect(await screen.findByText(message)).toBeVisible()
    expect(served.stored).toEqual([])
    await choose(png('b.png', 512 * 1024))
    expect(await screen.findByText('Uploading...')).toBeVisible()
    expect(screen.queryByText(message)).not.toBeInTheDocument()
    upload.release()
    await updated()
    expect(screen.queryByText('Uploading...')).not.toBeInTheDocument()
    const [own, fixed] = served.stored
    const name = expect.stringMatching(/^email-logo-[0-9a-f-]{36}\.png$/)
    expect(own).toMatchObject({ name, upsert: false })
    expect(fixed).toEqual(emailObject)
    const value = `/storage/v1/object/public/branding/${own?.name}`
    expect(served.settings).toEqual(['email_logo_url', 'email_logo_in_mails'].map((key) => ({ key, value })))
    await waitFor(() => expect(url).toHaveValue(origin + value))
    await seeUpToDate()
  })

  // The other rules for picture files are tested in lib/picture-file.test.ts.
  it('restores the default logo, also in emails', async () => {
    const { settings, stored } = serveBranding({
      email_logo_url: '/other.png',
      email_logo_in_mails: '/other.png',
    })
    const { press } = await open()
    await press('Restore the default logo')
    await seeToast('Success', 'Email branding logo URL has been updated')
    expect(settings.map(({ key, value }) => [key, value])).toEqual([
      ['email_logo_url', '/images/email-logo.png'],
      ['email_logo_in_mails', '/images/email-logo.png'],
    ])
    expect(stored).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument())
  })

  it('keeps the old logo where the setting or the storage refuses, does not claim that emails show one that failed to reach them, and retries', async () => {
    const served = serveBranding(old)
    const { url, choose, press } = await open()
    let refusals = 0
    for (const path of ['*/rest/v1/app_settings', '*/storage/v1/object/branding/:name']) {
      const refuse = () => {
        refusals += 1
        return broken()
      }
      server.use(http.post(path, refuse, { once: true }))
      await choose(png())
      await waitFor(() => expect(refusals).toBe(path.includes('settings') ? 1 : 2))
      await seeToast('Error', 'The logo could not be changed.')
      expect(url).toHaveValue(`${origin}/images/old.png`)
      await seeUpToDate()
    }
    let down = true
    server.use(http.post(object, () => (down ? broken() : undefined)))
    await choose(png())
    await seeToast('Error', 'The logo was changed, but emails may still show the previous one.')
    const claim = /Emails may still use the previous logo until you use this one\./
    expect(await screen.findByText(claim)).toBeVisible()
    const shown = screen.getByRole('img', { name: 'The logo in emails' })
    const source = '/storage/v1/object/public/branding/email-logo?since='
    expect(shown).toHaveAttribute('src', expect.stringContaining(source))
    fireEvent.error(shown)
    await screen.findByRole('img', { name: 'Placeholder: the logo cannot be loaded' })
    expect(served.settings.map(({ key }) => key)).toEqual(['email_logo_url'])
    await press('Use this logo in emails')
    await seeToast('Error', 'The logo in emails could not be changed.')
    down = false
    await press('Use this logo in emails')
    await seeToast('Success', 'Emails use this logo')
    await seeUpToDate()
    await waitFor(() => expect(url).toHaveValue(origin + served.settings.at(-1)?.value))
    expect(served.settings.at(-1)?.key).toBe('email_logo_in_mails')
  })

  const elsewhere = 'https://files.example/logo.png'
  /** What the browser says of a picture that it may show but not read; jsdom loads none. */
  const decoded = (answer: () => Promise<void>) =>
    Object.assign(HTMLImageElement.prototype, { decode: vi.fn(answer) })
  afterEach(() => Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'))

  const absent = () => new HttpResponse(null, { status: 404 })
  it('refuses an address without a picture, copies one of this site, and stores one of another', async () => {
    const served = serveBranding(old)
    decoded(() => Promise.reject(new DOMException('', 'EncodingError')))
    const { url, update } = await open()
    for (const [address, answer, why] of [
      [here, () => HttpResponse.error(), 'The site did not respond.'],
      [here, absent, 'The site responded with status 404.'],
      [elsewhere, absent, 'No picture could be loaded from this address.'],
    ] as const) {
      server.use(http.get(here, answer))
      await update(address)
      await waitFor(() => expect(field()).toHaveAccessibleDescription(why))
      expect(field()).toHaveFocus()
      expect(field()).toHaveValue(address)
    }
    expect(served.settings).toEqual([])
    expect(url).toHaveValue(`${origin}/images/old.png`)

    server.use(http.get(here, () => new HttpResponse(bytesOf('gif'))))
    await update(here)
    await updated()
    expect(served.stored).toEqual([emailObject])
    expect(served.settings.splice(0).map(({ value }) => value)).toEqual([here, here])
    await waitFor(() => expect(url).toHaveValue(here))
    await seeUpToDate()

    decoded(async () => undefined)
    await update(elsewhere)
    await waitFor(() => expect(url).toHaveValue(elsewhere))
    expect(served.stored).toHaveLength(1)
    expect(served.settings).toEqual([{ key: 'email_logo_url', value: elsewhere }])
    const why = 'It is on another site, which this page cannot read. Upload the file instead.'
    await waitFor(async () => expect(await outdated()).toHaveTextContent(why))
    expect(screen.queryByText(upToDate)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /in emails/ })).not.toBeInTheDocument()
  })

  it('is shown by the previews before it is saved and after, not from the cache', async () => {
    const served = serveBranding(old)
    const { update } = await open()
    const logo = () =>
      screen
        .queryByTitle<HTMLIFrameElement>('Order placed, light')
        ?.contentDocument?.querySelector('img')
        ?.getAttribute('src')
    await waitFor(() =>
      expect(logo()).toContain(`/branding/email-logo?since=${encodeURIComponent(settingTime)}`),
    )
    fireEvent.change(field(), { target: { value: '/images/new.png' } })
    fireEvent.blur(field())
    await waitFor(() => expect(logo()).toBe(`${origin}/images/new.png`))
    expect(served.settings).toEqual([])
    served.at = '2026-11-13T09:00:00Z'
    await update('')
    await updated()
    await waitFor(() => expect(logo()).toContain(`?since=${encodeURIComponent(served.at)}`))
  })

  it('offers the default logo where emails show no picture yet, once that is known', async () => {
    const served = serveBranding({}, { hasEmailLogo: false })
    const isDown = () => new HttpResponse(null, { status: 500 })
    server.use(http.head('*/branding/email-logo', isDown, { once: true }))
    const view = renderPage(<EmailBrandingPage />)
    expect(await screen.findByText('The logo could not be loaded.')).toBeVisible()
    view.unmount()
    const check = held()
    server.use(http.get(`${origin}/images/*`, () => check.released.then(() => undefined), { once: true }))
    const { press } = await open()
    const now = /Emails show the name Guildhall instead of a picture until you use this one\./
    expect(await screen.findByText(now)).toBeVisible()
    expect(screen.queryByRole('img', { name: 'The logo in emails' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /in emails$/ })).not.toBeInTheDocument()
    check.release()
    await screen.findByRole('button', { name: /in emails$/ })
    // The toast appears even if the screen is up to date before everything has been reloaded.
    const reload = held()
    let reads = 0
    server.use(
      http.get(`${origin}/images/*`, async () => {
        reads += 1
        if (reads > 1) await reload.released
      }),
    )
    await press('Use the default logo in emails')
    await seeUpToDate()
    reload.release()
    await seeToast('Success', 'Emails use this logo')
    expect(served.stored).toEqual([emailObject])
    expect(served.settings).toEqual([{ key: 'email_logo_in_mails', value: '/images/email-logo.png' }])
  })
})

describe('previews', () => {
  type State = { state: string; error: string | null; next_attempt_at: string }
  const next_attempt_at = '2026-11-20T10:00:00Z'

  /** Serves both calls of a test email; `states` are the successive responses; the last one repeats. */
  function serveTests(...states: Partial<State>[]) {
    server.use(
      http.post('*/rest/v1/rpc/test_email', () => {
        const now = states.length > 1 ? states.shift() : states[0]
        return HttpResponse.json({ state: 'waiting', error: null, next_attempt_at, ...now })
      }),
    )
    return respondToCall('send_test_email', '00000000-0000-4000-8000-000000000001')
  }

  const frame = async (title: string) => {
    const found = await screen.findByTitle<HTMLIFrameElement>(title)
    await waitFor(() => expect(found.contentDocument?.querySelector('h1')).not.toBeNull())
    return found
  }
  const choose = (name: TemplateName) => userEvent.selectOptions(screen.getByLabelText('Email'), name)
  const press = async () => userEvent.click(await button('Send me a test'))

  it.each(Object.keys(templateLabels) as TemplateName[])(
    'shows %s in a light and a dark client, with its inline styles',
    (name) => {
      for (const theme of ['light', 'dark'] as const) {
        const page = document.implementation.createHTMLDocument()
        showTemplate(page, name, theme)
        const heading = page.querySelector('h1') as HTMLElement
        expect(heading.textContent).not.toBe('')
        expect(heading.style.marginBottom).toBe('14px')
        expect(page.body.textContent).not.toMatch(/[{}]/)
      }
    },
  )

  it('shows the sample values of a template, in the width of a phone too', async () => {
    renderPage(<Previews />)
    await choose('order_delivered')
    const shown = await frame('Order delivered, light')
    await frame('Order delivered, dark')
    const email = within(shown.contentDocument?.body as HTMLElement)
    expect(email.getByText('MNTS-7WQX-2HVD-4KQ8').tagName).toBe('CODE')
    // Elements of another document are not those of jest-dom.
    const help = email.getByText('https://minutes.example/help')
    expect(help.getAttribute('href')).toBe('https://minutes.example/help')
    expect(email.getByText('View order').closest('a')?.getAttribute('href')).toContain('/dashboard/orders/')
    expect(shown).toHaveAttribute('width', '600')
    await userEvent.click(screen.getByRole('switch', { name: 'Narrow' }))
    await waitFor(() => expect(shown).toHaveAttribute('width', '360'))
  })

  it('shows in its own place that its code could not be loaded, and loads it again', async () => {
    code.isReachable = false
    renderPage(<Previews />)
    expect(await screen.findByRole('alert')).toHaveTextContent('The previews could not be loaded.')
    expect(await button('Send me a test')).toBeVisible()
    code.isReachable = true
    await userEvent.click(await button('Try again'))
    expect(await frame('Order placed, dark')).toBeVisible()
  })

  it('sends the chosen email as a test, says when it was sent, and why not', async () => {
    respondToCall('send_test_email', { code: 'PT429', message: 'rate_limited', details: '3600' }, 429)
    renderPage(<Previews />)
    await press()
    await seeToast('Error', 'You can send 20 test emails an hour.')
    serveTests({ error: 'unreachable' }, { state: 'given_up', error: 'http_422' })
    await press()
    const next = `Next try at ${formatTime(next_attempt_at)}.`
    expect(await screen.findByText(`Not sent. The email service cannot be reached. ${next}`)).toBeVisible()
    expect(await screen.findByText('Not sent. The email service refused the email (HTTP 422).')).toBeVisible()
    const sent = serveTests({}, { state: 'sent' })
    await choose('recovery')
    await press()
    expect(await screen.findByText('Waiting to be sent.')).toBeVisible()
    expect(await screen.findByText('Sent to the email address of your account.')).toBeVisible()
    expect(sent).toEqual([{ p_template: 'recovery' }])
  })
})
