import { renderSample } from '@send-mail/render'
import type { TemplateName } from '@/entities/emails/templates'

type Policy = { createHTML(name: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

const sample = (name: string) => renderSample(name, window.location.origin)?.html ?? ''

const sheet = /<style>([\s\S]*?)<\/style>/

/**
 * A template with sample values, without what the content security policy forbids in HTML and allows to a script: inline
 * styles and its sheet.
 */
const rules: Policy = {
  // Only own templates become HTML, whatever is passed.
  createHTML: (name) => sample(name).replace(sheet, '').replaceAll(' style="', ' data-style="'),
}
const policy =
  (window as { trustedTypes?: Policies }).trustedTypes?.createPolicy('email-preview', rules) ?? rules

const darkQuery = '@media (prefers-color-scheme: dark)'

/** Shows a template in the empty document of a frame, as in a client whose theme is light or dark. */
export function showTemplate(page: Document, name: TemplateName, theme: 'light' | 'dark'): void {
  const email = new DOMParser().parseFromString(policy.createHTML(name), 'text/html')
  page.documentElement.replaceWith(page.adoptNode(email.documentElement))
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
  const Sheet = page.defaultView?.CSSStyleSheet
  // An old browser shows the email as a client does that drops style sheets.
  if (!Sheet || !('replaceSync' in Sheet.prototype)) return
  const css = sheet.exec(sample(name))?.[1] ?? ''
  const adopted = new Sheet()
  adopted.replaceSync(css.replaceAll(darkQuery, theme === 'dark' ? '@media all' : '@media not all'))
  page.adoptedStyleSheets = [adopted]
}
