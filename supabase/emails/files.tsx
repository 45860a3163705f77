import { convert } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../src/lib/brand.ts'
import { EmailGivenUp, PoolLow, ReportOpened } from './admins.tsx'
import { type AuthProps, Confirmation, Recovery } from './auth.tsx'
import { OrderCancelled, OrderDelivered, OrderPlaced } from './orders.tsx'
import { ReportAnswered } from './reports.tsx'

const go: AuthProps = {
  site: '{{ .SiteURL }}',
  email: '{{ .Email }}',
  link: (type) => `{{ .SiteURL }}/auth/callback?token_hash={{ .TokenHash }}&type=${type}`,
}
const shown: AuthProps = { site: '{{site}}', email: '{{email}}', link: () => '{{link}}' }

const emails: Record<string, { subject: string; email: () => ReactElement }> = {
  order_placed: { subject: 'Order {{order_number}}: {{benefit}}', email: () => <OrderPlaced /> },
  order_delivered: { subject: 'Delivered: {{benefit}}', email: () => <OrderDelivered /> },
  order_cancelled: { subject: 'Order {{order_number}} has been cancelled', email: () => <OrderCancelled /> },
  report_answered: { subject: 'Your report about {{benefit}}', email: () => <ReportAnswered /> },
  report_opened: { subject: 'Report about {{benefit}}, {{order_number}}', email: () => <ReportOpened /> },
  pool_low: { subject: '{{benefit}} is running out', email: () => <PoolLow /> },
  email_given_up: { subject: 'Emails could not be sent', email: () => <EmailGivenUp /> },
  confirmation: { subject: `Confirm your ${brand.name} account`, email: () => <Confirmation {...shown} /> },
  recovery: { subject: `Reset your ${brand.name} password`, email: () => <Recovery {...shown} /> },
}

const html = (email: ReactElement) => `<!doctype html>${renderToStaticMarkup(email)}\n`

const text = (markup: string) =>
  convert(markup, {
    wordwrap: false,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'img', format: 'skip' },
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      { selector: 'td.label', format: 'inlineSurround', options: { suffix: ': ' } },
      { selector: 'table', format: 'block' },
      { selector: 'tr', format: 'block' },
    ],
  })

/** The generated files and their text, by path in `supabase`. */
export function emailFiles(): Record<string, string> {
  const templates = Object.entries(emails).map(([name, { subject, email }]) => {
    const markup = html(email())
    return [name, { subject, html: markup, text: text(markup) }]
  })
  return {
    'templates/confirmation.html': html(<Confirmation {...go} />),
    'templates/recovery.html': html(<Recovery {...go} />),
    'functions/send-mail/templates.ts': `// Generated from supabase/emails by "npm run emails".
export const templates = ${JSON.stringify(Object.fromEntries(templates), undefined, 2)}
`,
  }
}
