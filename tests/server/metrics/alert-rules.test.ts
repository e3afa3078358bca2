// The alert rules, run by Prometheus's own promtool over short series: each rule fires when its event happens, also when
// it happens for the first time, and does not fire without it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const rulesFile = join(import.meta.dirname, '../../../docs/running/monitoring/portal-alerts.yml')
const alertNames = [...readFileSync(rulesFile, 'utf8').matchAll(/- alert: (\S+)/g)].map(([, name]) => name as string)

/** Series by name, in promtool's notation: '0x5 1x20' is 0 six times, then 1 twenty-one times. */
type Series = Readonly<Record<string, string>>
interface RuleCase {
  readonly fires: Series
  readonly silent: Series
  /** The time between two values. Default: 'minute'. */
  readonly step?: 'minute' | 'hour'
  /** After how many steps the alert fires. Default: 30. */
  readonly at?: number
}

const portalUp = { 'up{job="portal"}': '1x60' }

const cases: Readonly<Record<string, RuleCase>> = {
  PortalLedgerBroken: { fires: { portal_ledger_faults: '0x5 1x60' }, silent: { portal_ledger_faults: '0x60' } },
  PortalAuditTrailBroken: { fires: { portal_audit_faults: '0x5 1x60' }, silent: { portal_audit_faults: '0x60' } },
  PortalAuditTrailFell: {
    fires: { portal_audit_position: '1000x25 3x60' },
    silent: { portal_audit_position: '1000+1x60', portal_audit_fallen: '0x60' },
  },
  PortalDown: { fires: { 'up{job="portal"}': '1x5 0x60' }, silent: portalUp },
  PortalNotMonitored: { fires: {}, silent: portalUp },
  PortalNotReady: { fires: { portal_ready: '1x5 0x60' }, silent: { portal_ready: '1x60' } },
  PortalJobsLate: {
    fires: { 'portal_oldest_job_seconds{kind="process-batch"}': '0+60x60' },
    silent: {
      'portal_oldest_job_seconds{kind="process-batch"}': '10x60',
      'portal_oldest_job_seconds{kind="send-mail"}': '0+60x60',
    },
  },
  PortalMailsLate: {
    fires: { 'portal_oldest_job_seconds{kind="send-mail"}': '0+60x60' },
    silent: { 'portal_oldest_job_seconds{kind="process-batch"}': '0+60x60' },
  },
  PortalProofOld: {
    fires: { portal_ledger_proof_age_seconds: '0+3600x60' },
    silent: { portal_ledger_proof_age_seconds: '90000x60' },
    step: 'hour',
    at: 50,
  },
  PortalAuditProofOld: {
    fires: { portal_audit_proof_age_seconds: '0+3600x60' },
    silent: { portal_audit_proof_age_seconds: '90000x60' },
    step: 'hour',
    at: 50,
  },
  // Time begins at 0 here, so the backup was made when the series begin.
  PortalBackupOld: {
    fires: { portal_backup_last_success_timestamp_seconds: '0x60' },
    silent: { portal_backup_last_success_timestamp_seconds: '60000x60' },
    step: 'hour',
    at: 28,
  },
  PortalReplicaDown: {
    fires: { portal_reports_replica_up: '1x5 0x60' },
    silent: { portal_reports_replica_up: '1x5 0 1x60' },
  },
  PortalConnectionsWaiting: {
    fires: { 'portal_database_connections{state="waiting"}': '0x5 2x60' },
    silent: {
      'portal_database_connections{state="waiting"}': '0x5 2 0x60',
      'portal_database_connections{state="busy"}': '2x60',
    },
  },
  PortalFeedExceptions: {
    fires: { portal_feed_exceptions: '0x5 1x90' },
    silent: { portal_feed_exceptions: '0x5 1x20 0x90' },
    at: 80,
  },
  PortalFeedDiffers: {
    fires: { portal_feed_differences: '0x5 1x90' },
    silent: { portal_feed_differences: '0x5 1x20 0x90' },
    at: 80,
  },
  PortalFeedSilent: {
    fires: { portal_feed_age_seconds: '0+3600x60' },
    silent: { portal_feed_age_seconds: '600x60' },
    step: 'hour',
    at: 26,
  },
  PortalFundsShort: { fires: { portal_funds_short: '0x5 1x60' }, silent: { portal_funds_short: '0x60' } },
  PortalFundsLow: { fires: { portal_funds_low: '0x5 1x60' }, silent: { portal_funds_low: '0x60' } },
  PortalEraseFailed: {
    fires: { 'node_systemd_unit_state{name="portal-erase.service", state="failed"}': '0x5 1x60' },
    silent: { 'node_systemd_unit_state{name="other.service", state="failed"}': '1x60' },
  },
  // The first batch of a process, in which all rows failed.
  PortalRowsFail: {
    fires: {
      'portal_rows_total{work="batch",result="failed"}': '0x20 250x60',
      'portal_rows_total{work="batch",result="done"}': '0x60',
    },
    silent: {
      'portal_rows_total{work="batch",result="failed"}': '0x20 20x60',
      'portal_rows_total{work="batch",result="done"}': '0x20 480x60',
    },
  },
  PortalSlow: {
    fires: {
      'portal_call_seconds_bucket{method="approveBatch",le="1"}': '0x60',
      'portal_call_seconds_bucket{method="approveBatch",le="2.5"}': '0+10x60',
      'portal_call_seconds_bucket{method="approveBatch",le="+Inf"}': '0+10x60',
    },
    silent: {
      'portal_call_seconds_bucket{method="approveBatch",le="1"}': '0+10x60',
      'portal_call_seconds_bucket{method="approveBatch",le="2.5"}': '0+10x60',
      'portal_call_seconds_bucket{method="approveBatch",le="+Inf"}': '0+10x60',
    },
  },
  // The first error of a process.
  PortalFaults: {
    fires: { 'portal_calls_total{method="approveBatch",code="-20500"}': '0x22 1x60' },
    silent: {
      'portal_calls_total{method="approveBatch",code="-20500"}': '0x60',
      'portal_calls_total{method="approveBatch",code="0"}': '0+5x60',
    },
  },
  PortalCardNumberLimit: {
    fires: { portal_card_number_limits_total: '0x22 1x60' },
    silent: { portal_card_number_limits_total: '0x60' },
  },
  PortalBreakGlass: {
    fires: { portal_break_glass_logins_total: '0x22 1x60' },
    silent: { portal_break_glass_logins_total: '0x60' },
  },
  PortalGuessing: {
    fires: { 'portal_calls_total{method="logIn",code="-20001"}': '0x20 300x60' },
    silent: {
      'portal_calls_total{method="logIn",code="-20001"}': '0+2x60',
      'portal_calls_total{method="logIn",code="0"}': '0x20 300x60',
    },
  },
}

it('every alert rule has a case', () => {
  expect(Object.keys(cases)).toEqual(expect.arrayContaining(alertNames))
  expect(alertNames).toEqual(expect.arrayContaining(Object.keys(cases)))
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe.skipIf(!hasPromtool)('promtool (skipped if prometheus is not installed)', () => {
  /** Runs promtool over one situation of each rule with this step. Returns its output if a rule does not behave. */
  function findFaults(situation: 'fires' | 'silent', step: 'minute' | 'hour'): string {
    const folder = mkdtempSync(join(tmpdir(), 'portal-alerts-'))
    try {
      const interval = step === 'minute' ? '1m' : '1h'
      const casesOfStep = Object.entries(cases).filter(([, ruleCase]) => (ruleCase.step ?? 'minute') === step)
      const tests = casesOfStep.map(([name, ruleCase]) => ({
        name,
        interval,
        input_series: Object.entries(ruleCase[situation]).map(([series, values]) => ({ series, values })),
        promql_expr_test: [
          {
            expr: `count by (alertname) (ALERTS{alertname="${name}",alertstate="firing"})`,
            eval_time: `${ruleCase.at ?? 30}${step === 'minute' ? 'm' : 'h'}`,
            exp_samples: situation === 'fires' ? [{ labels: `{alertname="${name}"}`, value: 1 }] : [],
          },
        ],
      }))
      const file = join(folder, 'tests.json')
      writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: interval, tests }))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
      return status === 0 ? '' : `${stdout}${stderr}`
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it.each(['minute', 'hour'] as const)('each rule fires in its case, in steps of one %s', (step) => {
    expect(findFaults('fires', step)).toBe('')
  })

  it.each(['minute', 'hour'] as const)('no rule fires without its event, in steps of one %s', (step) => {
    expect(findFaults('silent', step)).toBe('')
  })
})
