import { CircleCheck, CircleOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { BackLink, PageTitle } from '@/components/ui/page-header'
import { Tag } from '@/components/ui/tag'
import { settingNames } from '@/entities/benefits/schemas'
import type { BenefitSettings } from '@/entities/benefits/settings'
import { formatDateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import type { BenefitForm } from './use-benefit-form'

type HeadProps = Pick<BenefitForm, 'changed' | 'opened'> & { saved: BenefitSettings; children: ReactNode }

/** Sticks to the top; on phones only its second line. */
export function Head({ changed, opened, saved, children }: HeadProps) {
  const { name, is_active } = opened
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <div className="z-20 -mt-4 mb-6 border-line bg-surface max-md:contents md:sticky md:top-0 md:flex md:items-center md:gap-5 md:border-b md:py-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-1 [&>a]:mb-0">
          <BackLink to={paths.adminBenefits}>Benefits</BackLink>
          <h1
            tabIndex={-1}
            className="min-w-0 text-xl font-semibold tracking-[-.018em] [overflow-wrap:anywhere] focus-visible:outline-none max-md:w-full"
          >
            <bdi>{name}</bdi>
          </h1>
          {is_active ? (
            <Tag tone="good" icon={<CircleCheck />}>
              Active
            </Tag>
          ) : (
            <Tag icon={<CircleOff />}>Inactive</Tag>
          )}
        </div>
        <div className="z-20 flex items-center justify-end gap-2.5 bg-surface max-md:sticky max-md:top-15 max-md:-mx-4 max-md:mb-5 max-md:border-b max-md:border-line max-md:px-4 max-md:py-2">
          <p role="status" className="min-w-0 text-xs text-ink-muted max-md:mr-auto">
            {changed.length > 0 ? (
              <span className="line-clamp-2 font-medium text-warning">{`Unsaved: ${unsavedText(changed)}`}</span>
            ) : (
              `Saved ${formatDateTime(saved.updated_at)}`
            )}
          </p>
          {children}
        </div>
      </div>
    </>
  )
}

/** 'Name, Maker and 2 more' */
function unsavedText(changed: BenefitForm['changed']): string {
  const names = changed.map((setting) => settingNames[setting])
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}
