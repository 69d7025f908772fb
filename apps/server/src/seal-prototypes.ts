/** The prototypes of the language's values, errors included; not those of Node, which are loaded on first use. */
const PROTOTYPES: readonly object[] = [
  ...[Object, Function, Array, String, Number, Boolean, Symbol, BigInt, RegExp, Date],
  ...[Map, Set, WeakMap, WeakSet, WeakRef, Promise, ArrayBuffer, SharedArrayBuffer, DataView],
  ...[
    Error,
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
    AggregateError,
  ],
  ...[Uint8Array, Object.getPrototypeOf(Uint8Array) as { prototype: object }],
].map(({ prototype }) => prototype);

/**
 * From now on no name from a cluster or a request can reach what all objects inherit, whatever a library does with it: nothing
 * can be added to a prototype or taken from it, `__proto__` is a name like others, and what an Object inherits stays as it is.
 * Frozen prototypes (`--frozen-intrinsics`) would also keep an object from having a property of its own called `constructor`.
 */
export function sealPrototypes(): void {
  if (Object.isSealed(Object.prototype)) return;
  Reflect.deleteProperty(Object.prototype, '__proto__');
  for (const name of Object.getOwnPropertyNames(Object.prototype)) keep(name);
  for (const prototype of PROTOTYPES) Object.seal(prototype);
}

/** Objects may have their own property of this name; that of `Object.prototype` stays. */
function keep(name: string): void {
  const { value } = Object.getOwnPropertyDescriptor(Object.prototype, name) ?? {};
  Object.defineProperty(Object.prototype, name, {
    get: () => value as unknown,
    set(this: object, own: unknown) {
      if (this === Object.prototype) throw new TypeError(`Object.prototype.${name} stays.`);
      Object.defineProperty(this, name, {
        value: own,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    },
    configurable: false,
  });
}
