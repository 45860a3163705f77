import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Fact } from '@/components/ui/sum'
import { dataParts, useDataDownload } from '@/entities/privacy/download'
import type { DataCounts } from '@/entities/privacy/privacy'
import { brand } from '@/lib/brand'
import { formatCount, formatDateTime, formatNumber } from '@/lib/format'
import { formatSize } from '@/lib/save-file'

export function YourData({ counts }: { counts: DataCounts }) {
  const { start, cancel, isPending, progress, archiveInfo } = useDataDownload()
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data" className="mb-2 flex min-h-[34px] items-center text-base/6 font-semibold">
        Your data
      </h2>
      <p className="mb-4 max-w-[66ch] text-ink-2">
        One file with everything {brand.name} holds about you, in a form that people and programs can read.
      </p>
      <dl className="border-t border-ink">
        <Fact name="In it">
          {`Profile, ${formatCount(counts.orders, 'order')} with the keys you have opened, ${formatCount(counts.entries, 'transaction')}, ${counts.payments > 0 ? `${formatCount(counts.payments, 'payment')}, ` : ''}${formatCount(counts.notices, 'notification')}, ${formatCount(counts.invitations, 'invitation')}, sign-ins`}
        </Fact>
        <Fact name="Form">ZIP with JSON and CSV</Fact>
        {archiveInfo ? (
          <Fact name="Made">{`${formatDateTime(archiveInfo.at.toISOString())}, ${formatSize(archiveInfo.size)}`}</Fact>
        ) : null}
      </dl>
      <p role="status" className="mt-3 min-h-6 text-ink-2">
        {isPending && progress
          ? `Being put together: ${dataParts[progress.part]}${progress.rows > 0 ? `, ${formatNumber(progress.rows)}` : ''}`
          : archiveInfo && !isPending
            ? 'Your data has been saved on this device.'
            : ''}
      </p>
      <div className="mt-2 flex gap-2.5">
        <Button icon={<Download />} busy={isPending} busyLabel="Being put together..." onClick={start}>
          Download my data
        </Button>
        {isPending ? (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </section>
  )
}
