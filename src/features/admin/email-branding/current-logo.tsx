import { ExternalLink } from 'lucide-react'
import { buttonStyle } from '@/components/ui/button-style'
import { TextField } from '@/components/ui/text-field'
import type { Logo } from '@/entities/branding'
import { brand } from '@/lib/brand'
import { formatDate } from '@/lib/format'
import { CopyButton } from './copy-button'
import { LogoPreview } from './logo-preview'
import { Section } from './section'

type Props = { logo: Logo; url: string }

/** The logo as a mail shows it, its full URL, and when it was set. */
export function CurrentLogo({ logo, url }: Props) {
  return (
    <Section title="Current logo" aside={<p className="text-xs text-ink-muted">{origin(logo)}</p>}>
      <div className="overflow-hidden rounded border border-line-strong bg-[#fff] text-[#1B1A17]">
        <p className="border-b border-[#E6E2D8] bg-[#F4F1E9] px-5 py-3 text-xs text-[#676156]">
          From: {brand.name}
        </p>
        <div className="px-5 py-6 md:px-10 md:pt-9 md:pb-8">
          <LogoPreview key={url} url={url} />
          <div
            aria-hidden="true"
            className="mt-4 grid gap-3 [&>i]:block [&>i]:h-2 [&>i]:rounded-sm [&>i]:bg-[#ECE8DE]"
          >
            <i className="w-[64%]" />
            <i className="w-[92%]" />
            <i className="w-[86%]" />
            <i className="w-[40%]" />
          </div>
        </div>
      </div>
      <div className="mt-5 flex items-end gap-2.5">
        <TextField label="Full URL" readOnly value={url} className="min-w-0 flex-1" />
        <CopyButton text={url} done="URL copied to clipboard" label="Copy URL" iconOnly />
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label="Open in new tab"
          title="Open in new tab"
          className={buttonStyle({ className: 'w-10 flex-none !px-0 max-md:w-11' })}
        >
          <ExternalLink aria-hidden="true" />
        </a>
      </div>
    </Section>
  )
}

function origin({ updated_at, updated_by }: Logo): string {
  if (updated_at === undefined) return 'The default logo'
  return `Updated ${formatDate(updated_at)}${updated_by === undefined ? '' : ` by ${updated_by}`}`
}
