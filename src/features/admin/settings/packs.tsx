import { zodResolver } from '@hookform/resolvers/zod'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Switch } from '@/components/form/checkbox'
import { FormProblem } from '@/components/form/field'
import { NumberField } from '@/components/form/text-field'
import { UnsavedGuard } from '@/components/form/unsaved-guard'
import { Button, IconButton } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { type TokenPack, useSaveTokenPacks } from '@/entities/settings/settings'
import { dollars, wholeNumber, wholeNumberField } from '@/entities/shared/schemas'
import { notAdmin } from '@/entities/shared/write-errors'
import { errorMessage, explainError } from '@/lib/errors'
import { priceText } from '@/lib/prices'
import { SaveButtons, Section, SectionFooter } from './section'
import { price } from './sections'

const schema = z
  .object({
    packs: z.array(
      z.object({
        id: z.optional(z.string()),
        tokens: wholeNumber(1, 100_000, 'Enter a whole number from 1 to 100,000.'),
        price,
        is_on_sale: z.boolean(),
      }),
    ),
  })
  .check((context) => {
    for (const [index, { tokens }] of context.value.packs.entries()) {
      if (context.value.packs.findIndex((pack) => pack.tokens === tokens) === index) continue
      const path = ['packs', index, 'tokens']
      context.issues.push({ code: 'custom', path, message: 'Another pack has as many.', input: tokens })
    }
  })
type Inputs = z.infer<typeof schema>

const toInputs = (packs: TokenPack[]): Inputs => ({
  packs: packs.map((pack) => ({ ...pack, price: pack.price / 100 })),
})

export function Packs({ stored }: { stored: TokenPack[] }) {
  const save = useSaveTokenPacks()
  const [opened, setOpened] = useState(stored)

  function saveAll(packs: TokenPack[]) {
    save.mutate(
      { opened, packs },
      {
        onSuccess: (now) => {
          setOpened(now)
          toastSuccess('Success', 'Settings saved')
        },
      },
    )
  }

  function discard() {
    save.reset()
    setOpened(stored)
  }

  return <PacksForm key={JSON.stringify(opened)} {...{ opened, save, saveAll }} onDiscard={discard} />
}

type FormProps = {
  opened: TokenPack[]
  save: Pick<ReturnType<typeof useSaveTokenPacks>, 'error' | 'isPending'>
  saveAll: (packs: TokenPack[]) => void
  onDiscard: () => void
}

function PacksForm({ opened, save, saveAll, onDiscard }: FormProps) {
  const { control, register, handleSubmit, reset, watch, formState } = useForm<Inputs>({
    resolver: zodResolver(schema),
    defaultValues: toInputs(opened),
  })
  const { fields, append, remove } = useFieldArray({ control, name: 'packs', keyName: 'key' })
  const { isDirty, errors } = formState
  const typed = watch('packs')

  function submit({ packs }: Inputs) {
    saveAll(packs.map((pack) => ({ ...pack, price: Math.round(pack.price * 100) })))
  }

  return (
    <Section title="Tokens" intro="Packs that members can buy.">
      <form noValidate className="grid gap-4" onSubmit={handleSubmit(submit)}>
        <UnsavedGuard isDirty={isDirty} />
        {fields.length === 0 ? <p className="text-ink-muted">No packs: members cannot buy tokens.</p> : null}
        {fields.map(({ key }, index) => (
          <fieldset
            key={key}
            aria-label={`Pack ${index + 1}`}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-5 gap-y-2 @min-[35rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_64px_auto_auto]"
          >
            <NumberField
              label="Tokens"
              error={errors.packs?.[index]?.tokens?.message}
              {...register(`packs.${index}.tokens`, wholeNumberField)}
            />
            <NumberField
              label="Price"
              adornment="$"
              inputMode="decimal"
              error={errors.packs?.[index]?.price?.message}
              {...register(`packs.${index}.price`, dollars)}
            />
            <p className="figures pt-8 text-ink-muted max-md:pt-2">{each(typed[index])}</p>
            <span className="pt-7 max-md:pt-0">
              <Switch label="On sale" {...register(`packs.${index}.is_on_sale`)} />
            </span>
            <span className="pt-6 max-md:pt-0">
              <IconButton
                aria-label={`Remove pack ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => remove(index)}
              />
            </span>
          </fieldset>
        ))}
        <div>
          <Button
            icon={<Plus />}
            onClick={() => append({ tokens: '' as never, price: '' as never, is_on_sale: true })}
          >
            Add pack
          </Button>
        </div>
        <FormProblem>
          {save.error
            ? (explainError(save.error, problems) ??
              errorMessage(save.error, 'The packs were not saved. Please try again.'))
            : undefined}
        </FormProblem>
        <SectionFooter
          note={
            <>
              <b className="font-semibold">For purchases from now on.</b> Tokens already bought stay as they
              are.
            </>
          }
        >
          <SaveButtons
            {...{ isDirty }}
            busy={save.isPending}
            onDiscard={() => {
              reset(toInputs(opened))
              onDiscard()
            }}
          />
        </SectionFooter>
      </form>
    </Section>
  )
}

const problems = {
  not_admin: notAdmin,
  row_changed:
    'Somebody else changed the packs meanwhile. Nothing was saved: discard, and change them again.',
}

/** What a token costs in a pack; empty while the fields are unreadable. */
function each(pack: Inputs['packs'][number] | undefined): string {
  const { tokens, price } = pack ?? {}
  if (typeof tokens !== 'number' || typeof price !== 'number' || tokens < 1) return ''
  return `${priceText(Math.round((price * 100) / tokens))} each`
}
