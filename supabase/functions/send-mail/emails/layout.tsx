/** @jsxImportSource react */
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Preview } from '@react-email/preview'
import { createContext, type ReactNode, use } from 'react'
import { brand } from '../../_shared/brand.ts'
import { sheet, styles } from './styles.ts'

/** What an email needs besides its data: the address of the site, and that of the page that ends such emails. */
export type Frame = { site: string; unsubscribe?: string | null }

export const FrameContext = createContext<Frame>({ site: '' })

type Props = {
  title: string
  /** What a list of messages shows after the subject. */
  preview: string
  children: ReactNode
  footer: ReactNode
}

export function Layout({ title, preview, children, footer }: Props) {
  const { site } = use(FrameContext)
  return (
    <html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{sheet}</style>
      </Head>
      <body className="ground" style={{ margin: 0, padding: 0, background: styles.page.background }}>
        <Preview>{preview}</Preview>
        <Container className="ground" style={{ maxWidth: '100%', background: styles.page.background }}>
          <div className="page" style={styles.page}>
            <Container className="card" style={styles.card}>
              <div className="inset" style={styles.header}>
                <img
                  src={`${site}/storage/v1/object/public/branding/email-logo`}
                  height="60"
                  alt={brand.name}
                  style={styles.logo}
                />
              </div>
              <div className="body inset" style={styles.body}>
                <h1 className="title" style={styles.title}>
                  {title}
                </h1>
                {children}
              </div>
              <div className="footer inset" style={styles.footer}>
                {footer}
              </div>
            </Container>
          </div>
        </Container>
      </body>
    </html>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={styles.paragraph}>{children}</p>
}

/** A button that leads to a path of the site, or to a whole address. */
export function Action({ to, children }: { to: string; children: ReactNode }) {
  const { site } = use(FrameContext)
  return (
    <p style={styles.last}>
      <Button className="button" href={to.startsWith('/') ? site + to : to} style={styles.button}>
        {children}
      </Button>
    </p>
  )
}

export function Facts({ rows }: { rows: [label: string, value: ReactNode][] }) {
  return (
    <table
      role="presentation"
      className="facts"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={styles.facts}
    >
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <td className="fact label" style={{ ...styles.fact, ...styles.label }}>
              {label}
            </td>
            <td className="fact" style={styles.fact}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
