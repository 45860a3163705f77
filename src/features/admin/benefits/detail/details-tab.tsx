import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { BenefitImage } from '@/components/domain/benefit-card'
import { Price } from '@/components/domain/price'
import { Button } from '@/components/ui/button'
import { Fact } from '@/components/ui/sum'
import { type AdminBenefit, useBenefitFigures } from '@/entities/benefits/admin-list'
import { useCategories } from '@/entities/benefits/categories'
import { methodText } from '@/entities/deliveries/method'
import { formatCount, formatDateTime } from '@/lib/format'

const BenefitDialog = lazyDialog(() => import('../benefit-dialog').then((m) => m.BenefitDialog))

export const detailsGrid =
  'grid items-start gap-x-12 gap-y-7 @min-[47.5rem]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'

export function DetailsTab({ benefit }: { benefit: AdminBenefit }) {
  const [edited, setEdited] = useState(false)
  const category = useCategories().data?.find(({ id }) => id === benefit.category_id)?.name
  const figures = useBenefitFigures([benefit.id]).data?.get(benefit.id)
  return (
    <div className={detailsGrid}>
      <BenefitImage src={benefit.image_url} eager />
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Price value={benefit.token_value} />
          <Button icon={<Pencil />} onClick={() => setEdited(true)}>
            Edit
          </Button>
        </div>
        <p className="max-w-[70ch] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
          {benefit.description}
        </p>
        <dl className="border-t border-ink">
          <Fact name="Category">{category ?? 'None'}</Fact>
          <Fact name="Delivery">{methodText(benefit.delivery_method)}</Fact>
          <Fact name="Orders">
            {figures
              ? `${formatCount(figures.orders, 'order')}, ${formatCount(figures.tokens, 'token')} spent`
              : '–'}
          </Fact>
          <Fact name="Created">{formatDateTime(benefit.created_at)}</Fact>
          <Fact name="Updated">{formatDateTime(benefit.updated_at)}</Fact>
        </dl>
      </div>
      {edited ? (
        <BenefitDialog
          frame={{ title: 'Edit Benefit', wide: true }}
          benefit={benefit}
          onClose={() => setEdited(false)}
        />
      ) : null}
    </div>
  )
}
