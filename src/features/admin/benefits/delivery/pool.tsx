import { Upload } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { usePoolCounts } from '@/entities/deliveries/pool'
import type { DeliverySettings } from '@/entities/deliveries/settings'
import { KeyList } from './key-list'
import { PoolMeter } from './pool-meter'
import { PoolAlert } from './stock-alert'

const ImportKeys = lazyDialog(() => import('../import-keys/import-keys').then((m) => m.ImportKeys))

type Props = { benefit: AdminBenefit; settings: DeliverySettings | undefined }

export function Pool({ benefit, settings }: Props) {
  const counts = usePoolCounts(benefit.id)
  const [importing, setImporting] = useState(false)
  return (
    <section aria-labelledby="pool-heading" className="min-w-0">
      <div className="mb-2 flex min-h-[34px] flex-wrap items-center justify-between gap-4">
        <h2 id="pool-heading" className="text-base font-semibold">
          Pool of keys
        </h2>
        <Button variant="primary" size="sm" icon={<Upload />} onClick={() => setImporting(true)}>
          Import keys
        </Button>
      </div>
      <div className="border-t border-ink pt-4">
        <QueryState
          query={counts}
          // A list of keys fills the screen, and would push the settings down.
          pending={<Skeleton className={benefit.delivery_method === 'key' ? 'h-[640px]' : 'h-28'} />}
          error={{ title: 'The counts of keys could not be loaded.', safe: 'No key was changed.' }}
        >
          {(known) => (
            <>
              <PoolMeter {...known} />
              <PoolAlert counts={known} settings={settings} />
              {known.available + known.delivered + known.quarantined > 0 ? (
                <KeyList benefitId={benefit.id} counts={known} />
              ) : null}
            </>
          )}
        </QueryState>
      </div>
      {importing ? (
        <ImportKeys frame={{ title: 'Import keys' }} benefit={benefit} onClose={() => setImporting(false)} />
      ) : null}
    </section>
  )
}
