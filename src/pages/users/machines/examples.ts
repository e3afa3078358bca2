// Examples of programs that call /v1, to be copied. Code, so the same in all languages. They work in the demo programme.
export const curl = (address: string) => `curl ${address}/batches \\
  -H 'Authorization: Bearer ck_live_…' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: payroll-2026-11' \\
  -d '{"type":"load","identifierType":"trackingNumber","reference":"Payroll",
       "rows":[{"identifier":"700000001000000","amount":"25.00"}]}'

curl ${address}/batches/ID -H 'Authorization: Bearer ck_live_…'`

export const node = (address: string) => `const call = (path, options = {}) =>
  fetch('${address}' + path, {
    ...options,
    headers: { authorization: 'Bearer ' + process.env.KEY, 'content-type': 'application/json', ...options.headers },
  }).then((response) => response.json())
const rows = [{ identifier: '700000001000000', amount: '25.00' }]
const body = JSON.stringify({ type: 'load', identifierType: 'trackingNumber', reference: 'Payroll', rows })
const headers = { 'idempotency-key': 'payroll-2026-11' }
const { id } = await call('/batches', { method: 'POST', body, headers })
console.log(await call('/batches/' + id))`
