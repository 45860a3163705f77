import { useEffect, useEffectEvent } from 'react'
import { useController } from 'react-hook-form'
import { FileUpload } from '@/components/form/file-drop'
import { NumberField, TextArea, TextField } from '@/components/form/text-field'
import { useBenefitStats } from '@/entities/benefits/admin-list'
import type { DeliveryFile } from '@/entities/deliveries/files'
import { useDeliveryStats, useFileUpload } from '@/entities/deliveries/settings'
import { wholeNumberField } from '@/entities/shared/schemas'
import { formatCount } from '@/lib/format'
import { MethodField } from '../method-field'
import { Pool, StockAlert } from './pool'
import type { BenefitForm } from './use-benefit-form'

type Props = { page: BenefitForm; onUploading: (uploading: boolean) => void }

/** Only the part of the chosen method is shown; the pool also while it still has keys. */
export function Delivery({ page, onUploading }: Props) {
  const { form, field, opened, method, changed, isNeeded } = page
  const { field: chosen } = useController({ control: form.control, name: 'delivery_method' })
  const { field: file } = useController({ control: form.control, name: 'file' })
  const stats = useBenefitStats([opened.id]).data?.get(opened.id)
  const { data: recent } = useDeliveryStats(opened.id)
  return (
    <div className="grid gap-5">
      <MethodField
        {...chosen}
        isTitled
        error={form.formState.errors.delivery_method?.message}
        className="@min-[720px]:grid-cols-4"
      />
      {changed.includes('delivery_method') && stats && stats.open_orders > 0 ? (
        <p role="status" className="text-xs text-ink-2">
          {`${formatCount(stats.open_orders, 'order is', 'orders are')} open and ${stats.open_orders === 1 ? 'stays' : 'stay'} as ordered. The new delivery applies to orders from now on.`}
        </p>
      ) : null}
      <div className="sheet grid gap-5 p-5 max-md:p-4">
        <Pool benefit={opened} method={method} />
        {method === 'link' ? (
          <TextField label="Link" inputMode="url" placeholder="https://" {...field('link')} />
        ) : null}
        {/* Hidden, not unmounted: an upload continues while another method is chosen. */}
        <div hidden={method !== 'file'}>
          <FileSetting
            benefitId={opened.id}
            saved={opened.file}
            error={form.formState.errors.file?.message}
            isNeeded={isNeeded}
            onUploading={onUploading}
            onChange={file.onChange}
          />
        </div>
        {method !== 'key' && opened.stock !== null && recent ? (
          <StockAlert
            left={opened.stock}
            orders={recent.orders}
            lowStock={opened.low_stock}
            until="you raise its stock"
          />
        ) : null}
        {method === 'key' || page.stock !== null ? (
          <div className="max-w-[220px]">
            <NumberField
              label="Low mark"
              hint={`You are warned when fewer ${method === 'key' ? 'keys ' : ''}are left.`}
              {...field('low_stock', wholeNumberField)}
            />
          </div>
        ) : null}
        <TextArea
          label="Instructions"
          mark="(optional)"
          rows={4}
          hint="One step a line. Members see them with what they get."
          {...field('instructions')}
        />
        {method === 'manual' ? (
          <TextArea
            label="Message"
            mark="(optional)"
            rows={3}
            hint="Begins the message of every delivery; you can change it there. No key or password: everybody gets it."
            {...field('message')}
          />
        ) : null}
      </div>
    </div>
  )
}

type FileProps = {
  benefitId: string
  saved: DeliveryFile | null
  error: string | undefined
  /** Whether a benefit may refer to the file. */
  isNeeded: (path: string) => boolean
  onUploading: (uploading: boolean) => void
  onChange: (file: DeliveryFile | null) => void
}

/** Uploads at once; the benefit delivers the file once the settings are saved (D32). */
function FileSetting({ benefitId, saved, error, isNeeded, onUploading, onChange }: FileProps) {
  const { stored, field } = useFileUpload(benefitId, saved ?? undefined, isNeeded)
  const busy = field.sent !== undefined
  const path = stored?.path
  const report = useEffectEvent((_path: string | undefined, uploading: boolean) => {
    onUploading(uploading)
    onChange(stored ?? null)
  })
  useEffect(() => report(path, busy), [path, busy])
  return <FileUpload label="File" hint="Up to 50 MB." {...field} problem={field.problem ?? error} />
}
