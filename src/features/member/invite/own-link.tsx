import { Copy } from 'lucide-react'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { copyWithToast } from '@/components/ui/copy-with-toast'
import { formatCount, formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'

type Props = { code: string; left: number; until: string }

export function OwnLink({ code, left, until }: Props) {
  const link = `${window.location.origin}${paths.auth({ invite: code })}`
  return (
    <div className="mb-6 flex flex-wrap items-start gap-x-3 gap-y-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <TextField
          label="Your link"
          readOnly
          value={link}
          hint={`Works for ${formatCount(left, 'more person', 'more people')}, until ${formatDate(until)}.`}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <Button
        variant="primary"
        icon={<Copy />}
        className="mt-[26px] max-md:mt-0 max-md:w-full"
        onClick={() =>
          void copyWithToast(link, 'Your link was copied', 'The link could not be copied. Select it instead.')
        }
      >
        Copy
      </Button>
    </div>
  )
}
