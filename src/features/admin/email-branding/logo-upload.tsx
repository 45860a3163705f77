import { PictureField } from '@/components/form/file-drop'
import { logoLimit, useUploadLogo } from '@/entities/branding/branding'

export function LogoUpload({ onChanged }: { onChanged: () => void }) {
  const upload = useUploadLogo()
  return (
    <PictureField
      label="Upload a file"
      hint="Recommended: PNG format, max 200px height"
      limit={logoLimit}
      busy={upload.isPending}
      onPicture={(picture) => upload.mutate(picture, { onSuccess: onChanged })}
    />
  )
}
