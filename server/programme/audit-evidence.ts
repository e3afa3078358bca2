// `audit evidence`: prints the evidence of the signatures of a batch or an order, so that an auditor can verify them with
// other software. Bytes are base64url, as in WebAuthn.
import { CommandError, defineCommand, UsageError } from './command.ts'

const toBase64url = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('base64url')

export const auditEvidence = defineCommand({
  name: 'audit evidence',
  summary: 'Prints the signatures of a batch or an order with everything that verifies them',
  help: [
    'Prints one JSON object for each signature. To verify the signature of a passkey:',
    '1. The challenge in clientDataJSON is the SHA-256 of signedText.',
    '2. publicKey (COSE) verifies that the signature is over authenticatorData, followed by the SHA-256 of clientDataJSON.',
    'A code of an authenticator app cannot be verified again and has only its timeStep.',
  ],
  options: {
    batch: { placeholder: 'NUMBER', summary: 'The number of a batch.' },
    order: { placeholder: 'NUMBER', summary: 'The number of an order.' },
  },
  hasDryRun: false,
  async run({ open, options: { batch, order } }) {
    const subject = batch === undefined ? 'order' : 'batch'
    const number = batch ?? order
    const hasBothOptions = batch !== undefined && order !== undefined
    const isNumber = number !== undefined && /^[1-9][0-9]{0,17}$/.test(number)
    if (hasBothOptions || !isNumber)
      throw new UsageError('Give the number of one batch or of one order, as --batch or --order.')
    const { db } = await open()
    const evidence = await db
      .selectFrom('approval_evidence as e')
      .innerJoin('user_account as u', 'u.id', 'e.signed_by')
      .selectAll('e')
      .select('u.username')
      .where(`e.${subject}_id`, '=', Number(number))
      .orderBy('e.id')
      .execute()
    if (evidence.length === 0) throw new CommandError(`There is no signature of ${subject} ${number}.`)
    return {
      lines: evidence.map((proof) =>
        JSON.stringify({
          signedBy: proof.username,
          signedAt: proof.signed_at.toISOString(),
          tier: proof.tier,
          signedText: proof.signed_text,
          origin: proof.origin,
          credentialId: proof.credential_id,
          publicKey: toBase64url(proof.public_key),
          authenticatorData: toBase64url(proof.authenticator_data),
          clientDataJSON: toBase64url(proof.client_data),
          signature: toBase64url(proof.signature),
          timeStep: proof.time_step,
        }),
      ),
    }
  },
})
