import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { deliverySaveFailure } from '@/entities/deliveries/admin-messages'
import {
  type DeliveryFile,
  fileProblem,
  newFilePath,
  removeDeliveryFile,
  uploadDeliveryFile,
  uploadErrorMessage,
} from '@/entities/deliveries/files'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { type DeliveryMethod, deliveryMethods } from '@/entities/deliveries/method'
import { wholeNumber } from '@/entities/shared/schemas'
import { ConflictError } from '@/entities/shared/write-errors'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { trimText } from '@/lib/text'

export type DeliverySettings = {
  method: DeliveryMethod
  instructions: string | null
  /** What a message to a member begins with (D52). */
  message: string | null
  link: string | null
  file_path: string | null
  file_name: string | null
  file_size: number | null
  file_type: string | null
  low_stock: number
  /** Sent with a change, which is refused if another admin was faster. */
  updated_at: string
}

async function readSettings(benefitId: string, signal: AbortSignal) {
  const { data } = await supabase
    .rpc('delivery_settings', { p_benefit_id: benefitId })
    .abortSignal(signal)
    .single()
    .throwOnError()
  // The generated types of functions lack null and the methods.
  return data as DeliverySettings
}

const settingsQueries = {
  settings: (benefitId: string) =>
    queryOptions({
      queryKey: deliveryKeys.settings(benefitId),
      queryFn: ({ signal }) => readSettings(benefitId, signal),
    }),
  figures: (benefitId: string) =>
    queryOptions({
      queryKey: deliveryKeys.figures(benefitId),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('delivery_figures', { p_benefit_id: benefitId })
          .abortSignal(signal)
          .single()
          .throwOnError()
        return data
      },
    }),
}

export function useDeliverySettings(benefitId: string | null) {
  return useQuery({ ...settingsQueries.settings(benefitId ?? ''), enabled: benefitId !== null })
}

/** Orders of the last 30 days (D34). */
export function useDeliveryFigures(benefitId: string) {
  return useQuery(settingsQueries.figures(benefitId))
}

type SettingsChange = { opened: DeliverySettings; input: SettingsInput }

/** Applies to future orders. Throws ConflictError if `opened` is outdated. */
export function useSaveDelivery(benefitId: string) {
  return useMutation({
    mutationFn: async ({ opened, input }: SettingsChange) => {
      try {
        await supabase
          .rpc('save_delivery_settings', {
            p_benefit_id: benefitId,
            p_updated_at: opened.updated_at,
            p_method: input.method,
            p_instructions: input.instructions,
            p_message: input.message,
            p_link: input.link,
            p_file: input.file ?? undefined,
            p_low_stock: input.low_stock,
          })
          .throwOnError()
      } catch (error) {
        if (errorCode(error) !== 'settings_changed') throw error
        const current = await readSettings(benefitId, AbortSignal.timeout(20_000))
        throw new ConflictError('row_changed', { current, fields: [] })
      }
    },
    meta: { failed: () => ({ title: 'Error', description: deliverySaveFailure }), inPlace: true },
  })
}

const lowRule = 'Enter a whole number from 0 to 10,000.'
const trimmed = () => z.overwrite<string>(trimText)

const file = z.object({ path: z.string(), name: z.string(), size: z.number(), type: z.string() })

/** The database's rules (D30). */
export const settingsSchema = z
  .object({
    method: z.enum(deliveryMethods),
    instructions: z.string().check(trimmed(), z.maxLength(2000, 'At most 2,000 characters.')),
    message: z.string().check(trimmed(), z.maxLength(2000, 'At most 2,000 characters.')),
    link: z
      .string()
      .check(
        trimmed(),
        z.maxLength(2048, 'At most 2,048 characters.'),
        z.regex(
          /^(https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*)?$/iu,
          'Enter an address that starts with https:// or http://.',
        ),
      ),
    file: z.nullable(file),
    low_stock: wholeNumber(0, 10_000, lowRule),
  })
  .check(
    z.refine(({ method, link }) => method !== 'link' || link !== '', {
      path: ['link'],
      error: 'Enter the link to deliver.',
      when: () => true,
    }),
    z.refine(({ method, file }) => method !== 'file' || file !== null, {
      path: ['file'],
      error: 'Upload the file to deliver.',
      when: () => true,
    }),
  )
export type SettingsInput = z.infer<typeof settingsSchema>

/** With the saved values of what the form does not show, whatever was typed there before. */
export function shownInput(input: SettingsInput, saved: DeliverySettings, isStocked: boolean): SettingsInput {
  const { link, low_stock, message } = settingsToInput(saved)
  return {
    ...input,
    ...(input.method === 'manual' ? {} : { message }),
    ...(input.method === 'link' ? {} : { link }),
    ...(input.method === 'key' || isStocked ? {} : { low_stock }),
  }
}

export function settingsToInput(settings: DeliverySettings): SettingsInput {
  const { method, instructions, message, link, low_stock } = settings
  return {
    ...{ method, file: fileOf(settings), low_stock },
    ...{ instructions: instructions ?? '', message: message ?? '', link: link ?? '' },
  }
}

function fileOf({ file_path, file_name, file_size, file_type }: DeliverySettings): SettingsInput['file'] {
  if (file_path === null) return null
  return { path: file_path, name: file_name ?? '', size: file_size ?? 0, type: file_type ?? '' }
}

type Upload = { file: File; path: string; signal: AbortSignal }

/** `stored`: the file to save; `field`: props of FileUpload (D32). Removes unsaved uploads, unless `isNeeded`. */
export function useFileUpload(benefitId: string, saved?: DeliveryFile, isNeeded?: (path: string) => boolean) {
  const [stored, setStored] = useState(saved)
  const [chosen, setChosen] = useState<File>()
  const [sent, setSent] = useState(0)
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const leave = useEffectEvent(() => {
    running.current?.abort()
    discard()
  })
  useEffect(() => () => leave(), [])
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ file, path, signal }: Upload) => {
      try {
        const uploaded = await uploadDeliveryFile(path, file, { onProgress: setSent, signal })
        if (!signal.aborted) return uploaded
      } catch (error) {
        if (!signal.aborted) throw error
      }
      // The upload may have ended just before.
      await removeDeliveryFile(path)
      return undefined
    },
    meta: { failed: 'form' },
  })

  function discard() {
    if (!stored || stored.path === saved?.path || isNeeded?.(stored.path)) return
    void removeDeliveryFile(stored.path)
  }

  function forget() {
    discard()
    setStored(undefined)
  }

  async function choose(file: File) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const refusal = await fileProblem(file)
    if (controller.signal.aborted) return
    setProblem(refusal)
    if (refusal) return
    setSent(0)
    setChosen(file)
    const path = newFilePath(benefitId, file.name)
    mutate(
      { file, path, signal: controller.signal },
      {
        onSuccess: (uploaded) => {
          if (!uploaded) return
          forget()
          setStored(uploaded)
          setChosen(undefined)
        },
        onError: (error) => setProblem(uploadErrorMessage(error)),
      },
    )
  }

  const field = {
    file: chosen ?? stored,
    sent: isPending && chosen ? sent : undefined,
    problem,
    onChoose: (file: File) => void choose(file),
    onCancel: () => {
      running.current?.abort()
      setChosen(undefined)
    },
    onRetry: chosen && problem ? () => void choose(chosen) : undefined,
    onRemove: () => {
      setProblem(undefined)
      setChosen(undefined)
      if (!chosen) forget()
    },
  }
  return { stored, field }
}
