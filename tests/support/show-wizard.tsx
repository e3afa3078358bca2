// Renders the wizard of one type of upload alone.
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { UploadType } from '#domain/uploads.ts'
import { wizardOf } from '#pages/upload/UploadWizardPage.tsx'
import { queryClient } from '#services/server/queries.ts'

export function showWizard(type: UploadType): void {
  const Wizard = wizardOf(type)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Wizard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
