// The layers of the code and what each can import, with the message for a violation. tools/layers-plugin.mjs checks this
// table in every lint run and in the editor.

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} folder
 * @property {string[]} layers    other layers it can import; `type:name` for types only, `name/area` for one area or file
 * @property {string[] | 'any'} packages    packages it can import; 'node' stands for Node's own modules
 * @property {string} why
 * @property {string[]} [areas]    subfolders that must not import each other; ['*'] means all of them
 * @property {string} [areasWhy]
 * @property {string[]} [sharedAreas]    subfolders that can import all areas, like the files outside the subfolders
 */

/** The parts of the contract that the portal can import: plain data and types. The schemas, and zod with them, belong to the server. */
const contractData = [
  'contract/methods',
  'contract/codes',
  'contract/audit-actions',
  'contract/batch-progress',
  'type:contract',
]

/** @type {Layer[]} */
export const layers = [
  {
    name: 'words',
    folder: 'src/words',
    layers: [],
    packages: [],
    why: 'Texts import nothing. Pass the value as an argument instead.',
  },
  {
    name: 'domain',
    folder: 'src/domain',
    layers: ['words'],
    packages: [],
    why: 'The domain is pure and shared by worker, portal and server: it imports texts only. Pass the value as an argument instead.',
  },
  {
    name: 'contract',
    folder: 'src/contract',
    layers: ['words', 'domain'],
    packages: ['zod'],
    why: 'The contract imports the domain and zod only, so that portal and server can both read it.',
  },
  {
    name: 'sheets',
    folder: 'src/sheets',
    layers: ['domain'],
    packages: ['fflate', 'papaparse', 'saxes', 'xlsx'],
    why: 'Sheets run in a worker and in Node: they import the domain and file libraries only, no DOM, no Node modules.',
  },
  {
    name: 'brand',
    folder: 'src/brand',
    layers: ['type:domain'],
    packages: [],
    why: 'A client is plain data for portal, server and build: it can import types of the domain and nothing else.',
  },
  {
    name: 'workers',
    folder: 'workers',
    layers: ['words', 'domain', 'sheets'],
    packages: ['bidi-js', 'comlink', 'fast-png', 'jspdf', 'qrcode'],
    why: 'A worker is a thin Comlink entry over domain and sheets: pass what it needs from the portal or the server as an argument.',
  },
  {
    name: 'server',
    folder: 'server',
    layers: ['words', 'domain', 'contract', 'sheets', 'brand', 'workers/batch-file', 'type:workers'],
    packages: 'any',
    why: 'The server imports domain, contract, sheets, brand and the reading of files. Screens, machines and browser storage belong to the portal.',
    areas: ['access', 'cards', 'batches', 'orders', 'merchants', 'users', 'reports', 'feed'],
    areasWhy:
      'One area of the server never imports another: what two areas share is in ledger, approvals, jobs, db or operations.',
    sharedAreas: ['programme', 'demo', 'sandbox', 'sso', 'scim'],
  },
  {
    name: 'machines',
    folder: 'src/machines',
    layers: ['domain', 'type:contract'],
    packages: ['xstate'],
    why: 'A machine is pure: services, storage and React are provided by flows (machine.provide), and it has codes instead of sentences.',
  },
  {
    name: 'storage',
    folder: 'src/storage',
    layers: ['domain', 'type:contract', 'brand'],
    packages: ['dexie'],
    why: 'Storage imports the domain, types of the contract, brand and Dexie, never its callers.',
  },
  {
    name: 'rows',
    folder: 'src/rows',
    layers: ['words', 'domain', 'type:contract'],
    packages: [],
    why: 'Open rows are plain state without storage, services or React, which are joined in flows.',
  },
  {
    name: 'services',
    folder: 'src/services',
    layers: [
      'words',
      'domain',
      ...contractData,
      'brand',
      'machines/connection',
      'machines/session-lifetime',
      'machines/update',
      'type:workers',
    ],
    packages: 'any',
    why: 'Services import the domain, methods, codes and types of the contract, brand, types of the worker APIs, and the machines of connection, session lifetime and updates. Flows join them with other machines and storage.',
  },
  {
    name: 'flows',
    folder: 'src/flows',
    layers: ['words', 'domain', 'rows', 'type:contract', 'brand', 'services', 'storage', 'machines'],
    packages: ['xstate', '@xstate/react', 'react'],
    why: 'A flow joins machines with services and storage: it renders nothing and imports no page.',
  },
  {
    name: 'ui',
    folder: 'src/ui',
    layers: [
      'words',
      'domain/columns',
      'domain/money',
      'domain/calendar',
      'domain/dates',
      'domain/instants',
      'domain/lists',
      'domain/units',
      'domain/qr-drawing',
      'brand',
    ],
    packages: 'any',
    why: 'The design system only imports columns, lists, money, dates, drawings of codes and the brand. Pass what it shows as props.',
  },
  {
    // Comes before `pages`, whose folder contains this one: the first layer that matches a file is used.
    name: 'shared',
    folder: 'src/pages/shared',
    layers: ['words', 'domain', 'rows', ...contractData, 'brand', 'services', 'flows', 'ui'],
    packages: ['react', 'react-router-dom', 'lucide-react'],
    why: 'A part of pages of several areas: it imports rows, flows, services and ui, never an area.',
  },
  {
    name: 'pages',
    folder: 'src/pages',
    layers: [
      'words',
      'domain',
      'rows',
      ...contractData,
      'brand',
      'services',
      'storage',
      'machines',
      'flows',
      'ui',
      'shared',
    ],
    packages: 'any',
    why: 'A page imports flows, services and ui, never the app, a worker, the server or a schema of the contract.',
    areas: ['*'],
    areasWhy:
      'One area of pages never imports another: what two areas share is in ui, pages/shared, flows or services.',
  },
  {
    name: 'app',
    folder: 'src/app',
    layers: [
      'words',
      'domain',
      'rows',
      ...contractData,
      'contract/paths',
      'brand',
      'services',
      'storage',
      'machines',
      'flows',
      'ui',
      'pages',
    ],
    packages: 'any',
    why: "The app joins the parts of src: workers are reached through services, and the contract's schemas belong to the server.",
  },
]

/** Packages that a layer must not import although it can import any other package. */
export const bannedPackages = [
  {
    layer: 'server',
    packages: ['react', 'react-dom', 'dexie', 'xstate', 'comlink'],
    why: 'That package belongs to the portal, not to the server.',
  },
  {
    layer: 'ui',
    packages: ['@tanstack/react-query', 'dexie', 'xstate', '@xstate/react', 'comlink', 'zod'],
    why: 'The design system fetches, stores and decides nothing: pass what it shows as props.',
  },
  {
    layer: 'pages',
    packages: ['dexie', 'comlink', 'xlsx', 'papaparse', 'jspdf'],
    why: 'Pages reach storage and workers through flows and services, which also keeps these packages out of the first load.',
  },
  {
    layer: 'services',
    packages: ['dexie', 'xlsx', 'papaparse', 'jspdf'],
    why: 'Storage and sheets have their own layers; a flow joins them with services.',
  },
]

/** Layers that must not read the clock or generate random numbers. */
export const pureLayers = {
  folders: ['src/domain', 'src/machines'],
  why: 'No clock and no randomness in domain and machines: take the value as an argument (or from the event), so that the same input gives the same result.',
}
