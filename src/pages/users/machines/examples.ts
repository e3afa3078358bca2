// Examples of programs that call /v1, to be copied. They are code, so they are the same in all languages. They work in
// the demo programme.
export const toCurlExample = (address: string) => `KEY=ck_live_…
curl ${address}/batches \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: payroll-2026-11' \\
  -d '{"type":"load","identifierType":"trackingNumber","reference":"Payroll",
       "rows":[{"identifier":"700000001000000","amount":"25.00"}]}'

curl '${address}/batches?limit=1' -H "Authorization: Bearer $KEY"`

export const toNodeExample = (address: string) => `// KEY=ck_live_… node load.mjs
const call = async (path, options) => {
  const response = await fetch('${address}' + path, options)
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}
const headers = { authorization: 'Bearer ' + process.env.KEY, 'content-type': 'application/json' }
const rows = [{ identifier: '700000001000000', amount: '25.00' }]
const body = JSON.stringify({ type: 'load', identifierType: 'trackingNumber', reference: 'Payroll', rows })
const { id } = await call('/batches', { method: 'POST', headers: { ...headers, 'idempotency-key': 'payroll-2026-11' }, body })
console.log(await call('/batches/' + id, { headers }))`
