import { useState } from 'react'
import { QueryState } from '@/components/list/query-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { defaultLogo, emailLogoUrl, fullUrl, useLogo } from '@/entities/branding/branding'
import { brand } from '@/lib/brand'
import { ChangeLogo } from './change-logo'
import { CurrentLogo } from './current-logo'
import { Previews } from './previews/previews'
import { CopyButton, Section } from './section'

function imageTag(url: string): string {
  const source = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<img src="${source}" alt="${brand.name}" style="height:60px">`
}

function Usage({ url }: { url: string }) {
  return (
    <Section title="Usage">
      <Snippet title="HTML image tag" text={imageTag(url)} done="HTML image tag copied to clipboard" />
      <Snippet title="Direct URL" text={url} done="URL copied to clipboard" />
    </Section>
  )
}

function Snippet({ title, text, done }: { title: string; text: string; done: string }) {
  return (
    <div className="border-t border-line">
      <div className="flex items-center justify-between py-2">
        <h3 className="font-semibold">{title}</h3>
        <CopyButton text={text} done={done} label={`Copy ${title}`} />
      </div>
      <code
        translate="no"
        className="mb-3.5 block rounded bg-surface-sunk px-3.5 py-3 font-mono text-[0.8125rem]/5 text-ink-2 [overflow-wrap:anywhere]"
      >
        {text}
      </code>
    </div>
  )
}

const notes = [
  'Email clients show the logo at 60px height. An image twice that size stays sharp.',
  'PNG, JPEG, GIF or WebP up to 512 KB. No SVG: many email clients drop it.',
  'A path is relative to this site. In your own templates, use the full URL.',
  'Emails show a copy of the logo: a change also appears in emails already sent, once the email client reloads it.',
  'Each upload has its own address, so templates that use an earlier one do not change.',
]

function Notes() {
  return (
    <Section title="Integration notes">
      <ul className="border-t border-ink">
        {notes.map((note) => (
          <li key={note} className="border-b border-line py-2.5 text-ink-2">
            {note}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function EmailBrandingPage() {
  const logo = useLogo()
  const [typed, setTyped] = useState<string>()
  const since = logo.data?.emailLogo?.since
  return (
    <>
      <PageHeader
        title="Email Branding"
        subtitle="The logo used in emails, how to use it in your own templates, and a preview of every email."
      />
      <QueryState
        query={logo}
        pending={<Waiting />}
        error={{ title: 'The logo could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {(current) => (
          <div className="grid gap-x-14 gap-y-11 @min-[50rem]:grid-cols-2">
            <CurrentLogo logo={current} url={fullUrl(current.url)} />
            <ChangeLogo isDefault={current.url === defaultLogo} onTyped={setTyped} />
          </div>
        )}
      </QueryState>
      <div className="mt-11">
        <Previews logo={typed ?? (since && emailLogoUrl(since))} />
      </div>
      {logo.data ? (
        <div className="mt-11 grid gap-x-14 gap-y-11 @min-[50rem]:grid-cols-2">
          <Usage url={fullUrl(logo.data.url)} />
          <Notes />
        </div>
      ) : null}
    </>
  )
}

function Waiting() {
  return (
    <div className="grid gap-x-14 gap-y-11 @min-[50rem]:grid-cols-2">
      <Skeleton className="h-[330px]" />
      <Skeleton className="h-[330px]" />
    </div>
  )
}
