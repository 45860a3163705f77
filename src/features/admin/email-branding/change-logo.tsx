import { RotateCcw } from 'lucide-react'
import { PictureField } from '@/components/form/file-drop'
import { TextField } from '@/components/form/text-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import {
  emptyLogo,
  findLogo,
  fullUrl,
  type LogoInput,
  logoChanged,
  logoLimit,
  logoSchema,
  useRestoreLogo,
  useUpdateLogo,
  useUploadLogo,
} from '@/entities/branding/branding'
import { PictureProblem } from '@/lib/picture-file'
import { Section } from './section'

/** `onTyped`: the URL of what was typed, for the previews; undefined if it is none, or saved. */
type Props = { isDefault: boolean; onTyped: (url: string | undefined) => void }

export function ChangeLogo({ isDefault, onTyped }: Props) {
  const upload = useUploadLogo()
  const restore = useRestoreLogo()
  function handleChanged() {
    onTyped(undefined)
    toastSuccess('Success', logoChanged)
  }
  return (
    <Section title="Change the logo">
      <div className="sheet grid gap-5 p-5 md:p-6">
        <PictureField
          label="Upload a file"
          hint="Recommended: PNG format, max 200px height"
          limit={logoLimit}
          busy={upload.isPending}
          onPicture={(picture) => upload.mutate(picture, { onSuccess: handleChanged })}
        />
        <LogoAddress onTyped={onTyped} onChanged={handleChanged} />
        {isDefault ? null : (
          <Button
            className="justify-self-start"
            icon={<RotateCcw />}
            busy={restore.isPending}
            busyLabel="Restoring..."
            onClick={() => restore.mutate(undefined, { onSuccess: handleChanged })}
          >
            Restore the default logo
          </Button>
        )}
      </div>
    </Section>
  )
}

function LogoAddress({ onTyped, onChanged }: Pick<Props, 'onTyped'> & { onChanged: () => void }) {
  const update = useUpdateLogo()
  const { field, handleSubmit, reset, setError, formState } = useZodForm(logoSchema, emptyLogo)

  /** Nothing is saved, and no success is shown, for an address without a picture. */
  async function save({ url }: LogoInput) {
    try {
      const picture = await findLogo(url)
      update.mutate(
        { url, picture },
        {
          onSuccess: () => {
            reset()
            onChanged()
          },
        },
      )
    } catch (error) {
      if (!(error instanceof PictureProblem)) throw error
      setError('url', { message: error.message }, { shouldFocus: true })
    }
  }

  function showTyped(text: string) {
    const typed = logoSchema.safeParse({ url: text })
    onTyped(typed.success ? fullUrl(typed.data.url) : undefined)
  }

  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-wrap items-start gap-2.5">
      <TextField
        label="Custom logo path or URL"
        placeholder="/images/logo.png"
        inputMode="url"
        className="min-w-0 flex-[1_1_200px]"
        {...field('url', { onBlur: ({ target }) => showTyped(target.value) })}
      />
      <Button
        type="submit"
        variant="primary"
        className="mt-auto max-md:flex-1 md:mt-[26px]"
        busy={formState.isSubmitting || update.isPending}
        busyLabel="Updating..."
      >
        Update
      </Button>
    </form>
  )
}
