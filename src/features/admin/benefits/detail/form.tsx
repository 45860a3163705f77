import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Coin } from '@/components/domain/token-amount'
import { Switch } from '@/components/form/checkbox'
import { FormProblem } from '@/components/form/field'
import { namesById, SelectField } from '@/components/form/select-field'
import { NumberField, TextArea, TextField } from '@/components/form/text-field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { oneOf, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { useCategories } from '@/entities/benefits/categories'
import type { BenefitSettings } from '@/entities/benefits/settings'
import { dollars, optionalWholeNumberField, wholeNumberField } from '@/entities/shared/schemas'
import { formatNumber } from '@/lib/format'
import { whenInDocument } from '@/lib/frame'
import { PictureInput, usePictureUpload } from '../picture-input'
import { Delivery } from './delivery'
import { Head } from './head'
import { Rail } from './rail'
import { type BenefitForm as Form, useBenefitForm } from './use-benefit-form'

const heading = 'mb-4 scroll-mt-24 border-b border-ink pb-2.5 text-base font-semibold'
const pair = 'grid items-start gap-x-5 gap-y-5 @min-[620px]:grid-cols-2'
const params = { tab: oneOf(['delivery'], '') }
const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

type Props = { saved: BenefitSettings; onDiscard: () => void }

/** All settings of a benefit with one Save. No form element: dialogs and searches within it have forms of their own. */
export function BenefitForm({ saved, onDiscard }: Props) {
  const page = useBenefitForm(saved)
  const { form, opened, method, changed, field, save, saving } = page
  const { errors } = form.formState
  const [uploading, setUploading] = useState(false)
  const picture = usePictureUpload((address) =>
    form.setValue('image_url', address, { shouldValidate: true, shouldDirty: true }),
  )
  // Controlled, as its options arrive later.
  const { field: category } = useController({ control: form.control, name: 'category_id' })
  const { data: categories = [] } = useCategories()
  const time = { type: 'datetime-local', mark: '(optional)', hint: `Your time zone: ${zone()}.` } as const
  const isUnsaved = changed.length > 0

  function submit() {
    picture.keep(form.getValues('image_url'))
    void save()
  }

  return (
    <>
      <UnsavedGuard isDirty={isUnsaved || uploading || picture.uploading} />
      <Head {...page} saved={saved}>
        {isUnsaved ? (
          <Button variant="quiet" disabled={saving} onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
        <Button
          variant={isUnsaved ? 'primary' : undefined}
          disabled={!isUnsaved || uploading || picture.uploading}
          busy={saving}
          busyLabel="Saving..."
          onClick={submit}
        >
          Save
        </Button>
      </Head>
      {/* What is typed while it is saved would be replaced by the response. */}
      <div
        inert={saving}
        className="grid items-start gap-x-14 gap-y-11 @min-[1000px]:grid-cols-[minmax(0,1fr)_300px]"
      >
        <div className="@container grid min-w-0 gap-10 [&_:is(input,textarea,select)]:scroll-mt-28">
          <FormProblem>{errors.root?.message}</FormProblem>
          <section aria-labelledby="what">
            <h2 id="what" className={heading}>
              What
            </h2>
            <div className="grid gap-5">
              <TextField label="Name" {...field('name')} />
              <TextArea
                label="Description"
                rows={3}
                hint="Two lines on the card."
                {...field('description')}
              />
              <div className={pair}>
                <TextArea
                  label="What you get"
                  mark="(optional)"
                  rows={3}
                  hint="One thing a line."
                  {...field('what_you_get')}
                />
                <TextArea
                  label="Conditions"
                  mark="(optional)"
                  rows={3}
                  hint="One a line."
                  {...field('conditions')}
                />
                <TextArea
                  label="Maker"
                  mark="(optional)"
                  rows={2}
                  hint="The name, and on the next line a sentence about them."
                  {...field('maker')}
                />
                <div className="grid content-start gap-5">
                  <TextField
                    label="Maker's link"
                    mark="(optional)"
                    inputMode="url"
                    placeholder="https://"
                    {...field('maker_link')}
                  />
                  <SelectField
                    label="Category"
                    {...field('category_id')}
                    {...category}
                    options={{ '': 'No category', ...namesById(categories) }}
                  />
                </div>
              </div>
              <PictureInput picture={picture} {...field('image_url')} />
            </div>
          </section>
          <section aria-labelledby="price">
            <h2 id="price" className={heading}>
              Price and worth
            </h2>
            <div className={pair}>
              <NumberField
                label="Token Value"
                adornment={<Coin className="size-[18px]" />}
                hint={`${changed.includes('token_value') ? `Was ${formatNumber(opened.token_value)}. ` : ''}Orders already placed keep their price.`}
                {...field('token_value', wholeNumberField)}
              />
              <NumberField
                label="Worth, in dollars"
                mark="(optional)"
                inputMode="decimal"
                adornment="$"
                hint="Shown as the maker's price, never beside tokens."
                {...field('estimated_value', dollars)}
              />
            </div>
          </section>
          <DeliverySection page={page} heading={heading} onUploading={setUploading} />
          <section aria-labelledby="availability">
            <h2 id="availability" className={heading}>
              Availability
            </h2>
            <div className={pair}>
              {method === 'key' ? (
                <TextField label="Stock" value="By the pool" readOnly hint="Keys decide." />
              ) : (
                <NumberField
                  label="Stock"
                  mark="(optional)"
                  hint="What remains. Each order takes one; empty is unlimited."
                  {...field('stock', optionalWholeNumberField)}
                />
              )}
              <NumberField
                label="Limit per member"
                mark="(optional)"
                hint="Orders that were cancelled before delivery do not count."
                {...field('per_member_limit', optionalWholeNumberField)}
              />
              <TextField label="Opens" {...time} {...field('opens_at')} />
              <TextField label="Closes" {...time} {...field('closes_at')} />
            </div>
            <div className="mt-5">
              <Switch
                label="Active"
                hint="Members see and redeem active benefits only."
                {...form.register('is_active')}
              />
            </div>
          </section>
        </div>
        <Rail benefit={opened} control={form.control} />
      </div>
    </>
  )
}

type SectionProps = { page: Form; heading: string; onUploading: (uploading: boolean) => void }

/** Where links to the delivery of a benefit lead. */
function DeliverySection({ page, heading, onUploading }: SectionProps) {
  const { state } = useUrlState(params)
  const title = useRef<HTMLHeadingElement>(null)
  const isTarget = state.tab === 'delivery'
  useEffect(() => {
    if (isTarget) void whenInDocument(() => title.current?.scrollIntoView({ block: 'start' }))
  }, [isTarget])
  return (
    <section aria-labelledby="delivery">
      <h2 ref={title} id="delivery" className={heading}>
        How it is delivered
      </h2>
      <Delivery page={page} onUploading={onUploading} />
    </section>
  )
}
