// What was typed or chosen for an upload besides its rows: with rows it lies in their draft; before, this tab keeps it.
import { type TypedOptions, typedOptions } from '#flows/upload/typed-options.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { UploadContext, UploadOptions } from '#machines/upload-steps.ts'

export function useOptions(wizard: UploadWizard, { file, options }: Pick<UploadContext, 'file' | 'options'>) {
  const { type } = wizard.kind
  const typed = typedOptions.use().state[type] ?? {}
  return {
    options: (file ? options : { ...options, ...typed }) satisfies UploadOptions,
    change(next: TypedOptions): void {
      if (file) wizard.changeOptions(next)
      else typedOptions.change({ [type]: { ...typedOptions.get()[type], ...next } })
    },
  }
}
