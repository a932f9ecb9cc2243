package job

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"unsafe"
)

// pageSize is the smallest page of the supported systems, in bytes.
const pageSize = 4096

// access calls use, which reads or writes memory of the caller. It returns an error that begins with the name if the
// process has no such memory. Without it, the fault would end the process.
func access(name string, use func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if _, ok := v.(runtime.Error); !ok {
			panic(v)
		}
		err = fmt.Errorf("%s: the memory at the given address, of the given length, is not accessible", name)
	}()
	use()
	return nil
}

// touch reads one byte of every page of the given memory. The sum keeps the compiler from leaving out the reads.
//
//go:noinline
func touch(address unsafe.Pointer, bytes int64) (sum byte) {
	for i := int64(0); i < bytes; i += pageSize {
		sum += *(*byte)(unsafe.Add(address, i))
	}
	return sum + *(*byte)(unsafe.Add(address, bytes-1))
}
