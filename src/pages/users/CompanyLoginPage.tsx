// Company login (/user/company-login): the addresses to register at the provider, the settings that the server lacks,
// the result of checking each step, and a test login in a new tab, which signs no one in.
import { m } from '#words/messages.js'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ConnectionStep } from '#contract/access.ts'
import { connectionSteps } from '#domain/access/connection-steps.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { request } from '#services/server/api.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { CopyButton } from '#ui/buttons/CopyButton.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

const REQUIRED_SETTINGS = ['OIDC_ISSUER', 'OIDC_NAME', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

export default function CompanyLoginPage() {
  const { online } = useConnection()
  const { data, failure, isRefreshing, refresh } = useServerQuery('companyLogin', {})
  const isConnected = data?.isConnected === true
  return (
    <Page title={m.sso_title()} description={m.sso_intro()} width="normal">
      {!data && failure && (
        <EmptyState
          icon={KeyRound}
          title={failure.text}
          action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>}
        />
      )}
      {!data && !failure && <SkeletonLines lines={8} />}
      {data && (
        <div className="grid gap-5">
          <Panel title={m.sso_registerTitle()}>
            <p className="mb-3 text-muted">{m.sso_registerHint()}</p>
            <dl className="grid gap-3">
              <Address label={m.sso_redirectAddress()} value={data.addresses.back} />
              <Address label={m.sso_afterLogoutAddress()} value={data.addresses.afterLogout} />
              <Address label={m.sso_backChannelAddress()} value={data.addresses.backChannel} />
              <Address label={m.sso_scimAddress()} value={data.addresses.scim} />
            </dl>
          </Panel>
          <Panel title={m.sso_setTitle()}>
            {isConnected ? (
              <p>{m.sso_isSet()}</p>
            ) : (
              <>
                <p className="mb-2">{m.sso_setHint()}</p>
                <ul dir="ltr" translate="no" className="list-disc ps-5 font-mono text-sm">
                  {REQUIRED_SETTINGS.map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                </ul>
              </>
            )}
          </Panel>
          <Panel
            title={m.sso_checkTitle()}
            actions={
              <Button pending={isRefreshing} disabledReason={online ? undefined : OFFLINE_REASON} onClick={refresh}>
                {m.common_checkAgain()}
              </Button>
            }
          >
            <ul className="grid divide-y divide-line">
              {data.steps.map((step) => (
                <Step key={step.text} {...step} />
              ))}
            </ul>
          </Panel>
          {isConnected && <TestLogin onReturn={refresh} />}
        </div>
      )}
    </Page>
  )
}

function Address({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex items-center gap-2">
        <span dir="ltr" translate="no" className="break-all">
          {value}
        </span>
        <CopyButton value={value} name={label} />
      </dd>
    </div>
  )
}

const tones = { ok: 'positive', note: 'warning', wrong: 'critical' } as const
const stateLabels: Readonly<Record<ConnectionStep['state'], () => string>> = {
  ok: () => m.sso_works(),
  note: () => m.sso_note(),
  wrong: () => m.sso_wrong(),
}

function Step({ step, state, text }: ConnectionStep) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2.5">
      <span className="w-28 shrink-0 font-medium">{connectionSteps[step]}</span>
      <span className="w-24 shrink-0">
        <Badge tone={tones[state]}>{stateLabels[state]()}</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-72 wrap-anywhere">{capitalise(text)}</span>
    </li>
  )
}

/** A button that starts a test login in a new tab. When the user comes back, `onReturn` loads the result. */
function TestLogin({ onReturn }: { readonly onReturn: () => void }) {
  const { online } = useConnection()
  const [hasStarted, setHasStarted] = useState(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    if (!hasStarted) return undefined
    window.addEventListener('focus', onReturn)
    return () => window.removeEventListener('focus', onReturn)
  }, [hasStarted, onReturn])

  const start = async () => {
    setFailure(undefined)
    // The tab is opened before the request, because browsers allow a new tab only as the direct result of a click.
    const tab = window.open('about:blank', '_blank')
    if (!tab) {
      setFailure(m.sso_tabBlocked())
      return
    }
    setPending(true)
    const response = await request('startTestLogin', {})
    setPending(false)
    if (!response.ok) {
      tab.close()
      setFailure(response.text)
      return
    }
    // Without an opener, the provider's page cannot reach this page.
    tab.opener = null
    tab.location.href = response.result.url
    setHasStarted(true)
  }
  return (
    <Panel title={m.sso_testStepTitle()}>
      <p className="mb-3 text-muted">{m.sso_testHint()}</p>
      {failure !== undefined && (
        <div className="mb-3">
          <Banner kind="critical" title={failure} />
        </div>
      )}
      <Button
        kind="primary"
        pending={pending}
        disabledReason={online ? undefined : OFFLINE_REASON}
        onClick={() => void start()}
      >
        {m.sso_openTest()}
      </Button>
    </Panel>
  )
}
