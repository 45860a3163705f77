import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { isPictureAddress } from '@/lib/picture-address'

type Props = { url: string; name?: string }

export function LogoPreview({ url, name = 'Email logo' }: Props) {
  const [failed, setFailed] = useState(!isPictureAddress(url))
  return failed ? (
    <div
      role="img"
      aria-label="Placeholder: the logo cannot be loaded"
      className="flex h-15 max-w-72 items-center gap-3 rounded-md border border-dashed border-[#8A8375] px-4 text-[#676156]"
    >
      <ImageOff aria-hidden="true" />
      The logo cannot be loaded
    </div>
  ) : (
    <img
      src={url}
      alt={name}
      onError={() => setFailed(true)}
      className="h-15 w-auto max-w-full object-contain object-left"
    />
  )
}
