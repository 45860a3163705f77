const sans = "'Hanken Grotesk','Segoe UI',Helvetica,Arial,sans-serif"
const serif = "'Brygada 1918',Georgia,'Times New Roman',serif"
const mono = "ui-monospace,'SFMono-Regular',Menlo,Consolas,monospace"

/** Inline, because some clients drop style sheets; the classes are for those that follow the device's dark theme. */
export const styles = {
  page: { margin: 0, padding: '32px 12px', background: '#f4f1e9' },
  card: { maxWidth: 560, background: '#ffffff', border: '1px solid #e6e2d8', borderRadius: 6 },
  header: { padding: '24px 36px 20px', borderBottom: '1px solid #1b1a17', background: '#ffffff' },
  logo: {
    display: 'block',
    height: 60,
    width: 'auto',
    border: 0,
    color: '#0f5c46',
    font: `600 24px ${serif}`,
  },
  body: { padding: '32px 36px 28px', font: `400 16px/24px ${sans}`, color: '#45423b' },
  title: { margin: '0 0 14px', font: `500 30px/36px ${serif}`, letterSpacing: '-.01em', color: '#1b1a17' },
  paragraph: { margin: '0 0 24px' },
  button: {
    background: '#0f5c46',
    borderRadius: 6,
    padding: '13px 26px',
    font: `600 16px/22px ${sans}`,
    color: '#ffffff',
  },
  facts: { margin: '0 0 24px', borderTop: '1px solid #e6e2d8' },
  fact: {
    padding: '9px 0',
    borderBottom: '1px solid #e6e2d8',
    font: `400 15px/22px ${sans}`,
    color: '#1b1a17',
    wordBreak: 'break-word',
  },
  label: { color: '#676156', paddingRight: 16, whiteSpace: 'nowrap', verticalAlign: 'top' },
  box: {
    margin: '0 0 24px',
    padding: '16px 18px',
    background: '#f4f1e9',
    borderRadius: 6,
    color: '#1b1a17',
    wordBreak: 'break-word',
  },
  boxLabel: { margin: '0 0 4px', font: `400 13px/20px ${sans}`, color: '#676156' },
  code: { font: `600 18px/26px ${mono}`, wordBreak: 'break-all' },
  written: { margin: '0 0 24px', whiteSpace: 'pre-line', wordBreak: 'break-word' },
  link: { color: '#0f5c46', wordBreak: 'break-all' },
  footer: {
    padding: '18px 36px 26px',
    borderTop: '1px solid #e6e2d8',
    font: `400 13px/20px ${sans}`,
    color: '#676156',
  },
  note: { margin: '0 0 12px' },
  last: { margin: 0 },
  end: { margin: '12px 0 0' },
} as const

/** The logo keeps its white background: its letters are dark. */
export const sheet = `
@media (max-width: 480px) {
  .page { padding: 0 !important }
  .card { border-width: 0 !important; border-radius: 0 !important }
  .inset { padding-left: 20px !important; padding-right: 20px !important }
  .title { font-size: 26px !important; line-height: 32px !important }
}
@media (prefers-color-scheme: dark) {
  .ground, .page { background: #161512 !important }
  .card { background: #211f1b !important; border-color: #3a372f !important }
  .body { color: #cfcabd !important }
  .title, .fact, .box { color: #f2efe6 !important }
  .label, .footer { color: #a8a192 !important }
  .facts, .fact, .footer { border-color: #3a372f !important }
  .box { background: #161512 !important }
  .button { background: #1b7359 !important }
  .link { color: #74c7a9 !important }
}
`
