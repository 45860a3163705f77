import { render } from '@send-mail/render'
import type { TemplateName } from '@/entities/emails/templates'

type Policy = { createHTML(name: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

type PreviewRequest = { name: string; data?: Record<string, unknown> }

/** With the values of an event or, without any, with samples. */
const htmlOf = ({ name, data }: PreviewRequest) =>
  (data
    ? render(name, data, { site: window.location.origin })
    : render('test', { template: name }, { site: window.location.origin })
  )?.html ?? ''

const sheet = /<style>([\s\S]*?)<\/style>/

/** Removes inline styles and the style sheet, which the content security policy forbids in HTML but allows to scripts. */
const rules: Policy = {
  // Takes a template's name and values, so that nothing but a template becomes HTML.
  createHTML: (shown) => htmlOf(JSON.parse(shown)).replace(sheet, '').replaceAll(' style="', ' data-style="'),
}
const policy =
  (window as { trustedTypes?: Policies }).trustedTypes?.createPolicy('email-preview', rules) ?? rules

const darkQuery = '@media (prefers-color-scheme: dark)'

/** Writes a template into the empty document of a frame, as a client with a light or dark theme shows it; `data` instead of samples. */
export function showTemplate(
  page: Document,
  name: TemplateName,
  theme: 'light' | 'dark',
  data?: Record<string, unknown>,
): void {
  const request: PreviewRequest = { name, data }
  const email = new DOMParser().parseFromString(policy.createHTML(JSON.stringify(request)), 'text/html')
  page.documentElement.replaceWith(page.adoptNode(email.documentElement))
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
  const Sheet = page.defaultView?.CSSStyleSheet
  // In old browsers, the email looks as in clients that drop style sheets.
  if (!Sheet || !('replaceSync' in Sheet.prototype)) return
  const css = sheet.exec(htmlOf(request))?.[1] ?? ''
  const adopted = new Sheet()
  adopted.replaceSync(css.replaceAll(darkQuery, theme === 'dark' ? '@media all' : '@media not all'))
  page.adoptedStyleSheets = [adopted]
}
