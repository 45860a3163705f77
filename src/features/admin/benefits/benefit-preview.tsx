import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { BenefitCard } from '@/components/domain/benefit-card'
import { buttonStyle } from '@/components/ui/button'
import type { BenefitInput } from '@/entities/benefits/schemas'

const watched = ['name', 'description', 'token_value', 'image_url', 'is_active'] as const

export function BenefitPreview({ control }: { control: Control<BenefitInput> }) {
  const [name, description, value, image, isActive] = useWatch({ control, name: watched })
  const address = useDebounced(image.trim())
  return (
    <section aria-label="Preview" className="min-w-0 max-md:border-t max-md:border-line max-md:pt-4">
      <p className="mb-2 text-sm font-semibold" aria-hidden="true">
        Preview
      </p>
      <BenefitCard
        benefit={{
          name: name.trim() || 'Name',
          description: description.trim() || 'Description',
          token_value: Number.isFinite(value) ? value : 0,
          image_url: address || null,
        }}
        balance={undefined}
        eager
        action={
          <span className={buttonStyle({ size: 'sm', variant: 'accent', className: 'pointer-events-none' })}>
            Redeem
          </span>
        }
      />
      <p className="mt-3 text-xs text-ink-muted">
        {isActive ? 'As members see it.' : 'Members do not see it while it is not active.'}
      </p>
    </section>
  )
}

/** Debounced: a partial address is not worth a request. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 400)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
