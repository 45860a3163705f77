import { brand } from '@/lib/brand'
import { CopyButton } from './copy-button'
import { Section } from './section'

function imageTag(url: string): string {
  const source = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<img src="${source}" alt="${brand.name}" style="height:60px">`
}

export function Usage({ url }: { url: string }) {
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
