import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { emptyLogo, type LogoInput, logoSchema, useUpdateLogo } from '@/entities/branding/branding'

export function LogoAddress({ onChanged }: { onChanged: () => void }) {
  const update = useUpdateLogo()
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(logoSchema),
    defaultValues: emptyLogo,
  })

  function save({ url }: LogoInput) {
    update.mutate(url, {
      onSuccess: () => {
        reset()
        onChanged()
      },
    })
  }

  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-wrap items-start gap-2.5">
      <TextField
        label="Custom logo path or URL"
        placeholder="/images/logo.png"
        inputMode="url"
        className="min-w-0 flex-[1_1_200px]"
        error={formState.errors.url?.message}
        {...register('url')}
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
