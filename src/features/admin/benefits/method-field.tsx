import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { deliveryMethods } from '@/entities/deliveries/delivery'
import { MethodIcon } from '@/widgets/benefits/delivery-mark'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'value'> & {
  value: string
  error?: string
  className?: string
  /** Below a heading that says the same. */
  isTitled?: boolean
}

const choices = {
  key: { label: 'Licence key', hint: 'At once, one from the pool' },
  link: { label: 'Link', hint: 'At once, the same for everyone' },
  file: { label: 'File', hint: 'At once, up to 50 MB' },
  manual: { label: 'By hand', hint: 'Within 24-48 hours, by an admin' },
}

/** Takes the props of a controller. */
export function MethodField({ value: chosen, error, className, isTitled, ref, ...input }: Props) {
  return (
    <fieldset>
      <legend className={isTitled ? 'sr-only' : 'mb-1.5 text-sm font-semibold'}>How it is delivered</legend>
      <div className={clsx('grid grid-cols-2 gap-2 max-[359px]:grid-cols-1', className)}>
        {deliveryMethods.map((method) => (
          <label
            key={method}
            className={clsx(
              'relative min-w-0 cursor-pointer rounded border px-3 py-2.5 leading-5 transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
              method === chosen
                ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
                : 'border-line-control bg-surface-raised hover:border-ink-2',
            )}
          >
            <input
              {...input}
              checked={method === chosen}
              ref={method === chosen ? ref : undefined}
              type="radio"
              value={method}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <span
              className={clsx('flex items-center gap-2 font-semibold', method === chosen && 'text-accent')}
            >
              <MethodIcon method={method} className="!size-[18px]" />
              {choices[method].label}
            </span>
            <span className="block text-xs/4 text-ink-2">{choices[method].hint}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p className="mt-1.5 flex gap-1.5 text-xs font-medium text-danger">
          <CircleAlert className="mt-px size-3.5" />
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
