import { type Block, type Piece, readAnnouncement } from '@send-mail/announcement-text'
import { createElement, Fragment } from 'react'
import type { AnnouncementInput } from '@/entities/announcements/announcements'
import { useProfile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'

/** What a member gets, with the name of whoever writes. */
export function Preview({ title, body, byEmail, inApp }: AnnouncementInput) {
  const { data: profile } = useProfile()
  const blocks = readAnnouncement(body, profile?.name ?? 'Tamsin Ferreira')
  return (
    <div className="grid gap-6">
      {byEmail ? (
        <section aria-label="As email">
          <h2 className="mb-2 text-xs text-ink-muted">As email</h2>
          <div className="overflow-hidden rounded border border-line-strong bg-[#fff] text-[#1B1A17] [overflow-wrap:anywhere]">
            <p className="border-b border-[#E6E2D8] bg-[#F4F1E9] px-5 py-3 text-xs text-[#676156]">
              From: {brand.name} <span className="ml-3">Subject: </span>
              <b className="font-semibold text-[#1B1A17]">{title}</b>
            </p>
            <div className="grid gap-4 px-5 py-6 md:px-8">
              <p className="font-serif text-2xl/tight font-medium">{title}</p>
              {createElement(Fragment, null, ...blocks.map(blockOf))}
              <p className="text-xs text-[#676156]">
                You get this email because you are a member of {brand.name}. <u>No more announcements</u>.
                Emails about your orders still come.
              </p>
            </div>
          </div>
        </section>
      ) : null}
      {inApp ? (
        <section aria-label="In the app">
          <h2 className="mb-2 text-xs text-ink-muted">In the app</h2>
          <div className="rounded border border-line-strong bg-surface-raised px-4 py-3.5">
            <p className="font-semibold [overflow-wrap:anywhere]">{title || 'Title'}</p>
            <p className="mt-1 text-xs text-ink-muted">Announcement, now</p>
          </div>
        </section>
      ) : null}
    </div>
  )
}

function blockOf({ isList, lines }: Block) {
  const shown = lines.map((pieces) =>
    createElement(isList ? 'li' : 'span', isList ? null : { className: 'block' }, ...pieces.map(pieceOf)),
  )
  return isList
    ? createElement('ul', { className: 'list-disc pl-5' }, ...shown)
    : createElement('p', null, ...shown)
}

function pieceOf({ text, isBold, href }: Piece) {
  // It can hold the name of the member.
  const shown = <bdi>{text}</bdi>
  if (href) return <u>{shown}</u>
  return isBold ? <b>{shown}</b> : shown
}
