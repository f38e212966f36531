/**
 * Decides, for every call from Java into an embedded interpreter, which thread and which
 * interpreter runs it: the owner's primary, a managed worker's own, or a lane's.
 *
 * <p>The interpreter is a type parameter; nothing here knows Python. The rules are written down in
 * {@code docs/concurrency.md} as invariants I1 and following, which comments here cite.
 */
package io.github.flinkagentsbridge.routing;
