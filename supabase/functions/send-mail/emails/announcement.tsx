/** @jsxImportSource react */
import { createElement, Fragment, use } from 'react'
import { brand } from '../../_shared/brand.ts'
import { type Block, type Piece, readAnnouncement } from '../announcement-text.ts'
import { TextLink, Why } from './content.tsx'
import { Action, FrameContext, Layout } from './layout.tsx'
import { styles } from './styles.ts'

type Props = { title: string; body: string; name: string }

/** What an admin wrote to many members (D67). */
export function Announcement({ title, body, name }: Props) {
  const blocks = readAnnouncement(body, name)
  const preview = blocks[0]?.lines[0]?.map(({ text }) => text).join('') ?? ''
  return (
    <Layout
      title={title}
      preview={preview}
      footer={
        <Why about="announcements" link="No more announcements">
          You get this email because you are a member of {brand.name}. Emails about your orders still come.
        </Why>
      }
    >
      {createElement(Fragment, null, ...blocks.map(blockOf))}
      <Action to="/dashboard">Open {brand.name}</Action>
    </Layout>
  )
}

function blockOf({ isList, lines }: Block) {
  const shown = lines.map((pieces, index) => {
    const parts = pieces.map(pieceOf)
    if (isList) return createElement('li', null, ...parts)
    return createElement(Fragment, null, index > 0 ? <br /> : null, ...parts)
  })
  return createElement(isList ? 'ul' : 'p', { style: styles.paragraph }, ...shown)
}

function pieceOf({ text, isBold, href }: Piece) {
  if (href) return <SiteLink href={href}>{text}</SiteLink>
  return isBold ? <b>{text}</b> : text
}

/** To a path of the site, or to a whole address. */
function SiteLink({ href, children }: { href: string; children: string }) {
  const { site } = use(FrameContext)
  return <TextLink href={href.startsWith('/') ? site + href : href}>{children}</TextLink>
}
